// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.run.audit.OperatorSigner;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Signs in a process that has no key: what is to be signed lies in a directory, as a file that is named after its
 * digest, until the console of the operator has put the signature beside it.
 *
 * @param name of the operator.
 * @param fingerprint of the key of the operator.
 * @param directory that the process and consoles share.
 */
public record AskedSigner(String name, String fingerprint, Path directory) implements OperatorSigner
{
    /** What is in the directory of a process that a console signs for. */
    public static final String ORDER = "order.json";
    private static final String WANTED = ".to-sign";
    private static final String SIGNED = ".signature";
    private static final long LOOK_MS = 20;
    private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(10);

    /**
     * Something that waits for its signature.
     *
     * @param directory where it lies.
     * @param sha256 of the bytes.
     * @param bytes to be signed.
     */
    public record Wanted(Path directory, String sha256, byte[] bytes)
    {
        /**
         * Signs it.
         *
         * @param signer of the operator.
         * @throws IOException when the signature cannot be written.
         */
        public void sign(final OperatorSigner signer) throws IOException
        {
            OwnerFiles.write(directory.resolve(sha256 + SIGNED), signer.sign(bytes));
        }
    }

    /**
     * What waits for a signature in a directory.
     *
     * @param directory of a process.
     * @return in the order of the digests; those that have been signed are not among it.
     * @throws IOException when files cannot be read.
     */
    public static List<Wanted> wanted(final Path directory) throws IOException
    {
        final List<Wanted> wanted = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory))
        {
            for (final Path file : files.filter(each -> each.toString().endsWith(WANTED)).sorted().toList())
            {
                final byte[] bytes = Files.readAllBytes(file);
                final String sha256 = Digests.sha256Of(bytes);
                if (file.getFileName().toString().equals(sha256 + WANTED) &&
                    !Files.exists(directory.resolve(sha256 + SIGNED)))
                {
                    wanted.add(new Wanted(directory, sha256, bytes));
                }
            }
        }
        return wanted;
    }

    /**
     * Waits for the signature.
     *
     * @throws ApprovalException when no console has signed within ten minutes.
     */
    @Override
    public byte[] sign(final byte[] bytes)
    {
        final String sha256 = Digests.sha256Of(bytes);
        final Path signature = directory.resolve(sha256 + SIGNED);
        try
        {
            OwnerFiles.write(directory.resolve(sha256 + WANTED), bytes);
            final IdleStrategy idle = new SleepingMillisIdleStrategy(LOOK_MS);
            final long deadlineNs = System.nanoTime() + LIMIT_NS;
            while (!Files.exists(signature))
            {
                if (System.nanoTime() - deadlineNs > 0)
                {
                    throw new ApprovalException("no console of the operator has signed, open one, then resume: " +
                        "operator=" + name + " directory=" + directory + " sha256=" + sha256);
                }
                idle.idle();
            }
            return Files.readAllBytes(signature);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the console cannot be asked to sign: directory=" + directory, ex);
        }
    }
}
