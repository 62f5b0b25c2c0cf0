package dev.fovea.examples.colorcodeword;

/**
 * How an episode ended.
 *
 * @param reward 1 where the last answer is the whole codeword, else 0
 * @param agreement share of positions that agree
 */
public record CodewordOutcome(String answer, double reward, double agreement) {}
