// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.engine.telemetry.SessionClass;
import io.bourse.gateway.fix.admission.LogonRefusal;
import io.bourse.gateway.fix.admission.LogonRules;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.LogonAnswer;
import io.bourse.gateway.fix.session.LogonCheck;
import io.bourse.gateway.fix.session.LogonRequest;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logon checks: passwords on a thread of its own, because a hash takes a tenth of a second. That a session is blocked,
 * or outside of its hours, is said to a client that knows its password; one from a wrong source, and one of an unknown
 * session, get the answer to a wrong password, after the same work. The
 * number that may wait is limited, in all and per address, so a flood of
 * Logons costs no memory, and delays the others little; a Logon above the limit is rejected with a request to try
 * again.
 */
public final class PasswordLogonCheck implements LogonCheck
{
    /** A Logon on its way to the thread. */
    private record Waiting(
        LogonClaim claim,
        SessionClass sessionClass,
        InetAddress source,
        String certificate,
        LogonRefusal refusal,
        LogonAnswer answer)
    {
    }

    private static final Logger LOGGER = LoggerFactory.getLogger(PasswordLogonCheck.class);
    private static final char[] NOTHING = {};
    private static final long CLOSE_TIMEOUT_MS = TimeUnit.SECONDS.toMillis(10);

    private final PasswordAuthority authority;
    private final int waitingPerSource;
    private final BlockingQueue<Waiting> queue;
    private final Map<InetAddress, Integer> bySource = new ConcurrentHashMap<>();
    private final CounterSet<LogonOutcome> counters =
        new CounterSet<>(LogonOutcome.class, FixSessionOptions.CLASSES);
    private final SecuritySink log;
    private final EpochNanoClock epochClock;
    private final NanoClock nanoClock;
    private final Thread thread;
    private volatile boolean isClosed;

    /**
     * Reads the password file and starts the thread.
     *
     * @param options of the passwords.
     * @param epochClock wall clock, for schedules and the date of a change.
     * @param nanoClock clock of pauses after wrong passwords.
     * @throws PasswordFileException when there is a file that cannot be used.
     */
    public PasswordLogonCheck(final PasswordOptions options, final EpochNanoClock epochClock, final NanoClock nanoClock)
    {
        this(options, epochClock, nanoClock, SecuritySink.NONE);
    }

    /**
     * Reads the password file and starts the thread.
     *
     * @param options of the passwords.
     * @param epochClock wall clock, for schedules and the date of a change.
     * @param nanoClock clock of pauses after wrong passwords.
     * @param log where what becomes of Logons is logged.
     * @throws PasswordFileException when there is a file that cannot be used.
     */
    public PasswordLogonCheck(
        final PasswordOptions options,
        final EpochNanoClock epochClock,
        final NanoClock nanoClock,
        final SecuritySink log)
    {
        this.log = log;
        this.epochClock = epochClock;
        this.nanoClock = nanoClock;
        waitingPerSource = options.waitingPerSource();
        queue = new ArrayBlockingQueue<>(options.waiting());
        authority = new PasswordAuthority(new PasswordFile(options.file()), options.policy(), options.lockout(),
            options.iterations(), () -> Instant.ofEpochMilli(epochMs()));
        thread = Thread.ofPlatform().daemon().name("fix-passwords").start(this::run);
    }

    @Override
    public void check(final LogonRequest request, final LogonAnswer answer)
    {
        final FixSessionOptions options = request.session().options();
        final InetAddress source = request.remote().getAddress();
        final LogonRefusal refusal = LogonRules.refusal(
            options.access(), options.schedule(), source, request.isCertificateRight(), epochMs());
        final boolean isKnown = null == refusal || LogonRefusal.Kind.SOURCE != refusal.kind();
        final char[] newPassword = request.newPassword();
        if (null != refusal)
        {
            // A session that may not log on does not change its password either.
            Arrays.fill(newPassword, '\0');
        }
        final LogonClaim claim = new LogonClaim(request.session().name(), isKnown,
            options.access().isPasswordRequired(), request.username(), request.password(),
            null == refusal ? newPassword : NOTHING);
        enqueue(new Waiting(
            claim, FixSession.classOf(request.session()), source, request.certificate(), refusal, answer));
    }

    @Override
    public void refuse(final String name, final LogonRequest request, final LogonAnswer answer)
    {
        final LogonClaim claim = new LogonClaim(
            name, false, true, request.username(), request.password(), request.newPassword());
        enqueue(new Waiting(
            claim, SessionClass.UNKNOWN, request.remote().getAddress(), request.certificate(), null, answer));
    }

    private void enqueue(final Waiting waiting)
    {
        final boolean isPlace = bySource.merge(waiting.source, 1, Integer::sum) <= waitingPerSource;
        if (!isPlace || isClosed || !queue.offer(waiting))
        {
            waiting.claim.wipe();
            release(waiting.source);
            counters.incrementShared(LogonOutcome.BUSY, waiting.sessionClass);
            report(waiting.claim.name(), waiting.source, waiting.certificate, LogonOutcome.BUSY);
            PasswordDecision.BUSY.give(waiting.answer);
        }
    }

    private void release(final InetAddress source)
    {
        bySource.computeIfPresent(source, (address, count) -> 1 == count ? null : count - 1);
    }

    private void run()
    {
        while (!isClosed)
        {
            try
            {
                decide(queue.take());
            }
            catch (final InterruptedException ex)
            {
                // Only close() does that.
                LOGGER.debug("the check of passwords ends", ex);
                return;
            }
        }
    }

    private void decide(final Waiting waiting)
    {
        PasswordDecision decision = PasswordDecision.FILE_FAILED;
        try
        {
            decision = refused(waiting, authority.decide(waiting.claim, waiting.source, nanoClock.nanoTime()));
        }
        catch (final RuntimeException | Error ex)
        {
            // Also after an error the next in the queue wants an answer.
            LOGGER.error("the check of a password failed, the logon is refused: login={}", waiting.claim.name(), ex);
        }
        finally
        {
            waiting.claim.wipe();
            release(waiting.source);
            counters.incrementShared(decision.outcome(), waiting.sessionClass);
            report(waiting.claim.name(), waiting.source, waiting.certificate, decision.outcome());
            decision.give(waiting.answer);
        }
    }

    /** What a Logon is answered with whose session may not log on now, whatever its password is. */
    private static PasswordDecision refused(final Waiting waiting, final PasswordDecision decision)
    {
        if (!waiting.claim.isKnown())
        {
            return LogonOutcome.WRONG_CREDENTIALS != decision.outcome() ? decision : new PasswordDecision(
                null == waiting.refusal ? LogonOutcome.UNKNOWN_LOGIN : LogonOutcome.WRONG_SOURCE,
                decision.sessionStatus(), decision.text());
        }
        if (null == waiting.refusal || !decision.isAccepted() && LogonOutcome.PASSWORD_EXPIRED != decision.outcome())
        {
            return decision;
        }
        final LogonOutcome outcome = switch (waiting.refusal.kind())
        {
            case BLOCKED -> LogonOutcome.BLOCKED;
            case SOURCE -> LogonOutcome.WRONG_SOURCE;
            case CERTIFICATE -> LogonOutcome.WRONG_CERTIFICATE;
            case SCHEDULE -> LogonOutcome.OUTSIDE_SCHEDULE;
        };
        return new PasswordDecision(outcome, waiting.refusal.sessionStatus(), waiting.refusal.text());
    }

    private void report(
        final String name, final InetAddress source, final String certificate, final LogonOutcome outcome)
    {
        final SecurityEvent.Type type = switch (outcome)
        {
            case ACCEPTED, ACCEPTED_WITHOUT_PASSWORD, PASSWORD_CHANGED -> SecurityEvent.Type.LOGON;
            case WRONG_CREDENTIALS -> SecurityEvent.Type.PASSWORD_FAILED;
            case LOCKED -> SecurityEvent.Type.LOCKED_OUT;
            case PASSWORD_EXPIRED, NEW_PASSWORD_REFUSED, FILE_FAILED, BUSY, BLOCKED, WRONG_SOURCE, WRONG_CERTIFICATE,
                OUTSIDE_SCHEDULE, UNKNOWN_LOGIN -> SecurityEvent.Type.LOGON_REFUSED;
        };
        log.write(new SecurityEvent(type, "fix", name, source,
            LogonOutcome.ACCEPTED == outcome ? null : outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            certificate));
    }

    private long epochMs()
    {
        return TimeUnit.NANOSECONDS.toMillis(epochClock.nanoTime());
    }

    /**
     * What became of the Logons.
     *
     * @return live counters.
     */
    public CounterSet<LogonOutcome> counters()
    {
        return counters;
    }

    /** Passwords that were compared so far: what the answers have cost. */
    long hashes()
    {
        return authority.hashes.get();
    }

    /** Ends the thread; Logons that still wait are not answered. */
    @Override
    public void close()
    {
        isClosed = true;
        thread.interrupt();
        try
        {
            thread.join(CLOSE_TIMEOUT_MS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        for (Waiting waiting = queue.poll(); null != waiting; waiting = queue.poll())
        {
            waiting.claim.wipe();
        }
    }
}
