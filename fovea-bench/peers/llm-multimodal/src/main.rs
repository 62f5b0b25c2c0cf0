//! Times llm-multimodal on one thread: `peer speed FILE...` prints one line a file, the fastest of forty rounds of each step.

use std::hint::black_box;
use std::time::Instant;

use image::DynamicImage;
use llm_multimodal::vision::preprocessor_config::PreProcessorConfig;
use llm_multimodal::vision::processors::Qwen3VLProcessor;
use llm_multimodal::vision::VisionPreProcessor;
use llm_multimodal::{configure_parallelism, jpeg_turbo, EncoderDtype, Parallelism};

const ROUNDS: usize = 40;

const QWEN3_VL: &str = r#"{
    "patch_size": 16, "temporal_patch_size": 2, "merge_size": 2,
    "size": {"shortest_edge": 65536, "longest_edge": 16777216},
    "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5],
    "image_processor_type": "Qwen2VLImageProcessorFast"
}"#;

fn decoded(file: &[u8]) -> DynamicImage {
    if jpeg_turbo::is_jpeg(file) {
        return jpeg_turbo::decode_jpeg_rgb(file).expect("libturbojpeg decodes it");
    }
    DynamicImage::ImageRgb8(image::load_from_memory(file).expect("it decodes").to_rgb8())
}

fn timed<T>(fastest: &mut f64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = black_box(work());
    *fastest = fastest.min(start.elapsed().as_secs_f64() * 1e3);
    result
}

fn main() {
    let _ = configure_parallelism(Parallelism::Inline);
    let config = PreProcessorConfig::from_json(QWEN3_VL).expect("the settings are understood");
    let processor = Qwen3VLProcessor::new();
    for path in std::env::args().skip(2) {
        let file = std::fs::read(&path).expect("the file is there");
        let (mut decode, mut uint8, mut flat, mut wire) = (f64::MAX, f64::MAX, f64::MAX, f64::MAX);
        for _ in 0..ROUNDS {
            let picture = timed(&mut decode, || decoded(&file));
            let pictures = std::slice::from_ref(&picture);
            let patches = timed(&mut uint8, || processor.preprocess(pictures, &config).expect("it is processed"));
            drop(timed(&mut flat, || patches.encoder_input_flat()));
            drop(patches);
            drop(timed(&mut wire, || processor.preprocess_wire(pictures, &config, EncoderDtype::Float32)));
        }
        println!(
            "{path}: decode {decode:.2} ms, preprocess (u8) {uint8:.2} ms, flat f32 {flat:.2} ms, \
             preprocess to float32 wire {wire:.2} ms"
        );
    }
}
