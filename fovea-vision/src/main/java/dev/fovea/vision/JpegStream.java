package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/**
 * A checked JPEG file without decoration: tables, frame and scans behind one marker that names the colour, so that no codec has
 * anything to guess.
 *
 * @param bytes from SOI to EOI
 */
@SuppressWarnings("ArrayRecordComponent") // handed from the parser to one codec; nobody keeps or compares it
record JpegStream(byte[] bytes, JpegFrame frame, JpegColour colour) {

    ImageSize size() {
        return frame.size();
    }
}
