/**
 * Steps on topics of a Kafka cluster: a partition is a data-parallel rank, a record one row, a transaction one step.
 *
 * <p>May use contract and training. The only room that knows Kafka's client; found by the training room through its provider
 * interface. Start reading at KafkaTransport, then KafkaStepSender and KafkaStepReceiver.
 */
@NullMarked
package dev.fovea.kafka;

import org.jspecify.annotations.NullMarked;
