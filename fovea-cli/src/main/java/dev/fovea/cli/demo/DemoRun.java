package dev.fovea.cli.demo;

import dev.fovea.cli.demo.DemoOutcome.Measure;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.examples.colorcodeword.ImageView;
import dev.fovea.orchestrator.EmbeddedTrainer;
import dev.fovea.orchestrator.Episode;
import dev.fovea.orchestrator.Evaluation;
import dev.fovea.orchestrator.EvaluationResult;
import dev.fovea.orchestrator.ExternalTrainer;
import dev.fovea.orchestrator.GroupScorer;
import dev.fovea.orchestrator.ReinforcementLoop;
import dev.fovea.orchestrator.RolloutRunner;
import dev.fovea.orchestrator.RunEvent;
import dev.fovea.orchestrator.StepTrainer;
import dev.fovea.orchestrator.TrainerSide;
import dev.fovea.orchestrator.WarmUp;
import dev.fovea.orchestrator.WeightPublisher;
import dev.fovea.policy.PolicyLearner;
import dev.fovea.trace.JournalAudit;
import dev.fovea.training.Learner;
import dev.fovea.training.Packer;
import dev.fovea.training.SampleBuilder;
import dev.fovea.training.score.StandardScore;
import dev.fovea.training.score.Unscored;
import dev.fovea.training.transport.FileSystemTransport;
import dev.fovea.training.transport.StepSender;
import dev.fovea.training.transport.Transport;
import dev.fovea.training.transport.TransportSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** The demonstration from a checkpoint to a report, phase by phase. */
final class DemoRun {

    private final DemoSettings settings;
    private final RunFolder folder;
    private final DemoHouse house;
    private final CodewordEnvironment environment;
    private final DemoProgress progress;
    private final RolloutRunner runner;
    private final Evaluation evaluation;
    private final SampleBuilder samples;
    private final WeightPublisher publisher;

    private DemoRun(
            DemoSettings settings,
            RunFolder folder,
            DemoHouse house,
            CodewordEnvironment environment,
            DemoProgress progress) {
        this.settings = settings;
        this.folder = folder;
        this.house = house;
        this.environment = environment;
        this.progress = progress;
        this.runner = new RolloutRunner(
                house.control(), environment.name(), DemoHouse.MODEL, DemoRecipe.CONCURRENT_ROLLOUTS, progress);
        this.evaluation = new Evaluation(runner, settings.seed());
        this.samples = new SampleBuilder(house.proofs());
        this.publisher = new WeightPublisher(house.control(), folder.weights());
    }

    static void run(DemoSettings settings) throws InterruptedException {
        long started = System.nanoTime();
        // before a run folder exists, so that the same command works once the checkpoint is mended
        settings.checkpoint().ifPresent(DemoCheckpoint::check);
        RunFolder folder = RunFolder.create(settings.out());
        LogFile.open(folder.log());
        Path start = settings.checkpoint().orElseGet(() -> {
            DemoCheckpoint.write(folder.start(), settings.seed(), settings.imagesPerTurn());
            return folder.start();
        });
        try (DemoHouse house = DemoHouse.open(folder, start, settings.engine());
                CodewordEnvironment environment = new CodewordEnvironment(
                        settings.imagesPerTurn(),
                        settings.seed(),
                        DemoHouse.MODEL,
                        house.gateway().baseUrl(),
                        DemoRecipe.CONCURRENT_ROLLOUTS);
                DemoView view = DemoView.forTerminal(settings)) {
            DemoProgress progress = new DemoProgress(started, settings, house, view);
            house.engineEvents().watch(progress::engineSaid);
            DemoOutcome outcome = new DemoOutcome();
            Interruption interruption = Interruption.guard(house, view, folder);
            try {
                new DemoRun(settings, folder, house, environment, progress).phases(start, outcome);
                DemoReport report = report(settings, progress, outcome, folder, house);
                ReportFiles.write(report, folder, house.family().tokenizer());
                view.finish(report, folder);
                house.proofs().requireNoViolation();
            } catch (FoveaException failed) {
                throw withReport(failed, () -> report(settings, progress, outcome, folder, house), folder);
            } finally {
                interruption.end();
            }
        }
    }

    /** What was counted until then is what somebody needs who looks for the fault. */
    private static FoveaException withReport(FoveaException failed, Supplier<DemoReport> report, RunFolder folder) {
        if (!folder.has("report.json")) {
            try {
                folder.write("report.json", report.get().toJson());
            } catch (FoveaException second) {
                failed.addSuppressed(second);
            }
        }
        return failed;
    }

    private static DemoReport report(
            DemoSettings settings, DemoProgress progress, DemoOutcome outcome, RunFolder folder, DemoHouse house) {
        JournalAudit audit = JournalAudit.of(folder.records());
        return new DemoReport(
                settings,
                progress.snapshot(),
                outcome,
                house.proofs(),
                audit,
                house.engineEvents().counts());
    }

    private void phases(Path start, DemoOutcome outcome) throws InterruptedException {
        switch (settings.trainer()) {
            case TrainerChoice.Embedded() -> learnHere(start, outcome);
            case TrainerChoice.RunFolderFiles() ->
                learnElsewhere(new TransportSettings.FileSystem(folder.root()), outcome);
            case TrainerChoice.Remote(TransportSettings transport) -> learnElsewhere(transport, outcome);
        }
        if (!settings.warmUpOnly()) {
            judge(outcome);
        }
    }

    private void learnHere(Path start, DemoOutcome outcome) throws InterruptedException {
        try (TrainerSide side = new TrainerSide(
                new Packer(DemoRecipe.PACKING, house.proofs()),
                new FileSystemTransport(folder.root()),
                house.trainerMaterializer())) {
            Path warm = needsWarmUp() ? warmUp(start, side) : start;
            judgeWarmUp(outcome);
            try (Learner learner = openLearner(warm)) {
                if (!settings.warmUpOnly() && settings.steps() > 0) {
                    reinforce(new EmbeddedTrainer(learner, side, publisher));
                }
                learner.save(folder.checkpoint());
            }
        }
    }

    private void learnElsewhere(TransportSettings way, DemoOutcome outcome) throws InterruptedException {
        if (needsWarmUp()) {
            throw new SetupException(
                    ErrorCode.INVALID_CHECKPOINT,
                    "the policy in --checkpoint finds too few rewards to learn from",
                    "warm one up with ./fovea demo --warmup-only, whose run folder then holds it as checkpoint/");
        }
        judgeWarmUp(outcome);
        try (ControlFile control = house.controlFile(folder);
                Transport transport = Transport.open(way);
                StepSender<MicroBatch> sender = transport.sendRows(1)) {
            progress.on(new RunEvent.TrainerAwaited(control.path()));
            ExternalTrainer elsewhere = new ExternalTrainer(
                    DemoHouse.MODEL,
                    new Packer(DemoRecipe.PACKING, house.proofs()),
                    sender,
                    house.control(),
                    DemoRecipe.TRAINER_PATIENCE);
            reinforce(elsewhere);
        }
    }

    private boolean needsWarmUp() throws InterruptedException {
        if (settings.checkpoint().isEmpty()) {
            return true;
        }
        return evaluate("checkpoint sampled", environment.heldOut(), 1.0).exact() < DemoRecipe.WARM_UP_ENOUGH;
    }

    private void judgeWarmUp(DemoOutcome outcome) throws InterruptedException {
        outcome.put(Measure.WARM_UP_SAMPLED, evaluate("warm-up sampled", environment.heldOut(), 1.0));
        outcome.put(Measure.WARM_UP_GREEDY, evaluate("warm-up greedy", environment.heldOut(), 0.0));
    }

    private Path warmUp(Path start, TrainerSide side) throws InterruptedException {
        WarmUp warmUp = new WarmUp(
                DemoRecipe.warmUp(),
                environment,
                DemoHouse.MODEL,
                house.control(),
                samples,
                side,
                publisher,
                evaluation,
                progress);
        return warmUp.run(this::openLearner, start);
    }

    private void reinforce(StepTrainer trainer) throws InterruptedException {
        ReinforcementLoop loop = new ReinforcementLoop(
                DemoRecipe.reinforcement(settings),
                environment,
                runner,
                new GroupScorer(samples, settings.zeroAdvantages() ? new Unscored() : new StandardScore()),
                trainer,
                house.proofs(),
                progress);
        loop.run();
    }

    private void judge(DemoOutcome outcome) throws InterruptedException {
        outcome.put(Measure.SAMPLED, evaluate("evaluation sampled", environment.heldOut(), 1.0));
        outcome.put(Measure.GREEDY, evaluate("evaluation greedy", environment.heldOut(), 0.0));
        progress.controlsBegin();
        if (settings.evaluates(Control.BLANK)) {
            outcome.put(Measure.BLANK, evaluate("control blank", environment.heldOut(ImageView.BLANK), 1.0));
        }
        if (settings.evaluates(Control.SWAP)) {
            outcome.put(Measure.SWAP, evaluate("control swap", environment.heldOut(ImageView.SWAPPED), 1.0));
        }
    }

    private EvaluationResult evaluate(String label, List<Episode> episodes, double temperature)
            throws InterruptedException {
        EvaluationResult result = evaluation.evaluate(label, episodes, temperature);
        progress.on(new RunEvent.Evaluated(label, result));
        return result;
    }

    private Learner openLearner(Path checkpoint) {
        return new PolicyLearner(checkpoint, DemoRecipe.TRAINER_THREADS);
    }
}
