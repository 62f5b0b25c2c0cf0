package dev.fovea.training.transport;

import java.util.Iterator;

/** A step that came as one message. */
final class MessageStep<T> implements IncomingStep<T> {

    private final long step;
    private final MappedItems<T> items;
    private final Runnable onRelease;
    private final Runnable onClose;
    private boolean over;

    /**
     * Keeps a message.
     *
     * @param onRelease what happens once, when the step was trained
     * @param onClose what happens once, when it was not
     */
    MessageStep(long step, MappedItems<T> items, Runnable onRelease, Runnable onClose) {
        this.step = step;
        this.items = items;
        this.onRelease = onRelease;
        this.onClose = onClose;
    }

    @Override
    public long step() {
        return step;
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public Iterator<T> iterator() {
        if (over) {
            throw new IllegalStateException("step " + step + " is over");
        }
        return items.iterator();
    }

    @Override
    public void release() {
        end(onRelease);
    }

    @Override
    public void close() {
        end(onClose);
    }

    private void end(Runnable how) {
        if (!over) {
            over = true;
            how.run();
        }
    }
}
