// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import java.util.concurrent.atomic.AtomicReference;

/**
 * A Logon that waits for its {@link LogonCheck}, and what was decided.
 */
final class LogonDecision implements LogonAnswer
{
    private record Verdict(boolean isAccepted, boolean isStranger, int sessionStatus, String text)
    {
    }

    private final AtomicReference<Verdict> verdict = new AtomicReference<>();
    /** The message. */
    final byte[] logon;

    LogonDecision(final byte[] logon)
    {
        this.logon = logon;
    }

    @Override
    public void accept(final int sessionStatus)
    {
        verdict.compareAndSet(null, new Verdict(true, false, sessionStatus, ""));
    }

    @Override
    public void refuse(final int sessionStatus, final String text)
    {
        verdict.compareAndSet(null, new Verdict(false, false, sessionStatus, text));
    }

    @Override
    public void refuseStranger(final int sessionStatus, final String text)
    {
        verdict.compareAndSet(null, new Verdict(false, true, sessionStatus, text));
    }

    boolean isMade()
    {
        return null != verdict.get();
    }

    boolean isAccepted()
    {
        return verdict.get().isAccepted();
    }

    /** Whether the answer must not say that there is such a session. */
    boolean isStranger()
    {
        return verdict.get().isStranger();
    }

    int sessionStatus()
    {
        return verdict.get().sessionStatus();
    }

    String text()
    {
        return verdict.get().text();
    }
}
