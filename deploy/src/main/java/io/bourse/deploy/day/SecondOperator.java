// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.clearing.run.ApprovalRequest;
import io.bourse.clearing.run.Approvals;
import io.bourse.clearing.run.ClearingProgress;
import io.bourse.clearing.run.ClearingStep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The other pair of eyes of the day: approves what a clearing run asks for. A series that ends at the price of an
 * earlier run, as those of {@link OptionScript} do, is such a thing.
 */
final class SecondOperator implements ClearingProgress
{
    private static final String NAME = "second operator";

    private final Path datesDir;
    private int approvals;

    /**
     * An operator of a venue's clearing.
     *
     * @param clearingDir base directory of its runs.
     */
    SecondOperator(final Path clearingDir)
    {
        datesDir = clearingDir;
    }

    /** How many requests were answered. */
    int approvals()
    {
        return approvals;
    }

    @Override
    public void onStep(final ClearingStep step, final long elapsedNs)
    {
    }

    @Override
    public void onApprovalAsked(final ApprovalRequest request)
    {
        try (Stream<Path> runs = Files.walk(datesDir, 2))
        {
            final Path run = runs
                .filter(path -> Files.isDirectory(path.resolve(Approvals.DIRECTORY)))
                .filter(path -> request.equals(new Approvals(path).pending(request.step())))
                .findFirst()
                .orElseThrow(() -> new DayCheckException("no run has asked for this approval: " + request));
            new Approvals(run)
                .answer(request.step(), NAME, true, request.sha256(), System.currentTimeMillis());
            approvals++;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
