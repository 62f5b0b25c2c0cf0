package dev.fovea.cli.image;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.families.ImageProcessors;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageInspection;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fovea image}. */
@Command(
        name = "image",
        description = {
            "Shows what becomes of image files under a checkpoint's settings: layout, fingerprints, and the hashes of the decoded "
                    + "samples, of the resized picture and of the patches. Equal hashes on two machines mean equal pixels."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        footer = {"", "Exit code 1 where a file was refused; the others are shown all the same."})
public final class ImageCommand implements Callable<Integer> {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Image files.")
    private List<Path> files = List.of();

    @Option(
            names = "--model",
            paramLabel = "DIR",
            required = true,
            description = "Checkpoint folder; config.json and preprocessor_config.json suffice.")
    private @Nullable Path model;

    @Option(
            names = "--form",
            paramLabel = "FORM",
            defaultValue = "float32",
            description = "Number format of the patches: uint8, float32 or bfloat16. Default: ${DEFAULT-VALUE}.")
    private PixelForm form = PixelForm.FLOAT32;

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            defaultValue = "torchvision",
            description = "Whose arithmetic: torchvision, pil (Pillow 13) or pil-12. Default: ${DEFAULT-VALUE}.")
    private String backend = "torchvision";

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "plain",
            converter = PolicyConverter.class,
            description = "Whose picture: plain, exif, white, transformers-5.19, transformers-5.24, "
                    + "transformers-5.24-converted or vllm. Default: ${DEFAULT-VALUE}.")
    private DecodePolicy policy = DecodePolicy.PLAIN;

    @Option(names = "--json", description = "One JSON object a line.")
    private boolean json;

    @Option(
            names = "--show",
            paramLabel = "DIR",
            arity = "0..1",
            fallbackValue = ".",
            description =
                    "Writes what the model sees as NAME.seen.png into this folder. Default folder: the current one.")
    private @Nullable Path show;

    @Override
    public Integer call() {
        if (model == null || spec == null) {
            throw new IllegalStateException("picocli fills required options");
        }
        PrintWriter out = spec.commandLine().getOut();
        ImageProcessor processor = ImageProcessors.open(model, backend);
        ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT, policy);
        int refused = 0;
        for (Path file : files) {
            try {
                ImageInspection inspection = ImageInspection.of(bytes(file), decoder, processor, form);
                out.println(
                        json
                                ? ImageText.json(file, inspection, policy, form)
                                : ImageText.table(file, inspection, policy, form));
                if (show != null) {
                    out.println("seen     " + SeenPicture.write(inspection.seen(), show, file));
                }
            } catch (FoveaException e) {
                refused++;
                out.println(json ? ImageText.refusal(file, e) : ImageText.refusalLine(file, e));
            }
            out.flush();
        }
        return refused == 0 ? 0 : 1;
    }

    private static byte[] bytes(Path file) {
        try {
            long size = Files.size(file);
            ImageLimits.DEFAULT.requireBytes(size);
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    file + " cannot be read (" + e.getClass().getSimpleName() + ")",
                    "name an image file");
        }
    }
}
