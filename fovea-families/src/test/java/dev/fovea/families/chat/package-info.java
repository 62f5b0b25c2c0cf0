/** Properties that hold for every family's renderer. */
@org.jspecify.annotations.NullMarked
package dev.fovea.families.chat;
