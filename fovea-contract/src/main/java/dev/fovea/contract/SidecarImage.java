package dev.fovea.contract;

/** One image of a prompt: its descriptor, its contract hash and the pads it fills. */
public record SidecarImage(RawImageDescriptor item, MmHash hash, PlaceholderRange placeholder) {}
