package dev.fovea.cli.feed;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.contract.ProofLedger;
import dev.fovea.families.Families;
import dev.fovea.families.FamilyModel;
import dev.fovea.training.feed.BatchMaker;
import dev.fovea.training.feed.FeedModel;
import dev.fovea.training.feed.MultimodalSettings;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.Materializer;
import dev.fovea.vision.MaterializerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Puts together what makes a rank's batches. */
public final class FeedSource {

    private FeedSource() {}

    /**
     * Makes batches for a checkpoint of images below a run directory.
     *
     * @throws dev.fovea.contract.error.SetupException where the folder or the run directory is not there
     */
    static BatchMaker open(Path model, Path runDir, DecodePolicy policy, MultimodalSettings settings) {
        return maker(
                Families.open(model),
                new AssetReader(roots(runDir), ImageLimits.DEFAULT.maxEncodedBytes()),
                ImageDecoder.proven(ImageLimits.DEFAULT, policy),
                settings);
    }

    /** Makes batches of one family from the files that a reader may open. */
    public static BatchMaker maker(
            FamilyModel family, AssetReader reader, ImageDecoder decoder, MultimodalSettings settings) {
        // pixels are made straight into their tensor and go away with it; what is kept beside it would not be in the
        // budget
        MaterializerSettings working =
                new MaterializerSettings(settings.pixels(), 0, MaterializerSettings.DEFAULT_WORKING_BYTES);
        return new BatchMaker(
                new FeedModel(
                        family.family(), family.imageProcessor(), family.positionScheme(), family.forwardPolicy()),
                new Materializer(reader, decoder, family.imageProcessor(), working),
                settings,
                new ProofLedger());
    }

    /** The folder of images may lead elsewhere, to a disk of its own. */
    private static AllowedRoots roots(Path runDir) {
        List<Path> roots = new ArrayList<>(List.of(runDir));
        Path assets = runDir.resolve("assets");
        if (Files.isDirectory(assets)) {
            roots.add(assets);
        }
        return AllowedRoots.of(roots);
    }
}
