// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.Aeron;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventStreamAccess;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.execution.DivergenceException;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.RecoveryTimes;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.storage.OpenResources;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One engine in one process, with everything it needs: ring, sequencer, journal, matcher and event stream on one thread
 * (docs/architecture.md). Launching it on the data directory of a former engine recovers that engine's state.
 */
public final class SoloEngine implements AutoCloseable
{
    private final List<RingEngineClient> clients = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
    private final OpenResources resources = new OpenResources();
    private final SoloOptions options;
    private final CommandRing ring;
    private final EngineStart start;

    private SoloEngine(final SoloOptions options)
    {
        this.options = options;
        ring = new CommandRing(options.ringSize(), options.doorbell());
        start = new EngineStart(options, resources, counters, ring);
    }

    /**
     * Starts an engine and returns when it has recovered and is live.
     *
     * @param options of the engine.
     * @return running engine, to be closed by the caller.
     * @throws IllegalArgumentException when an option is missing or wrong.
     * @throws IllegalStateException when another engine has the data directory.
     * @throws JournalDamagedException when a recording is damaged.
     * @throws DivergenceException when replaying the journal does not give the recorded events.
     */
    public static SoloEngine launch(final SoloOptions options)
    {
        final SoloEngine engine = new SoloEngine(options);
        try
        {
            engine.start.run();
            return engine;
        }
        catch (final Throwable ex)
        {
            engine.abandon();
            throw ex;
        }
    }

    /**
     * Connects a component of the same process.
     *
     * @return new client; closed with the engine at the latest.
     */
    public EngineClient connect()
    {
        return connect(start.media().aeron(), null);
    }

    /**
     * Connects a component that is to have its turns on the engine's own thread. It shares no lock with components on
     * other threads: one of them that waits for the media driver would keep the driver's own thread waiting.
     *
     * @return new client for one component; closed with the engine at the latest.
     */
    public EngineClient connectHosted()
    {
        final Aeron own = start.media().connectHosted();
        try
        {
            return connect(own, own);
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietClose(own);
            throw ex;
        }
    }

    private EngineClient connect(final Aeron aeron, final AutoCloseable owned)
    {
        if (isClosed.get())
        {
            throw new IllegalStateException("the engine is closed: dataDir=" + options.host().dataDir());
        }
        final EventStreamAccess events =
            EventStreamAccess.tryFind(aeron, options.host().partition(), options.host().messageTimeoutNs(),
                ChallengedCredentials.toArchive(options.host().credentials(), Principal.READER));
        if (null == events)
        {
            throw new IllegalStateException("the engine has failed: dataDir=" + options.host().dataDir());
        }
        final RingEngineClient client =
            new RingEngineClient(options.host().partition(), ring, counters, events, owned, clients::remove);
        clients.add(client);
        return client;
    }

    /**
     * Gives a component turns on the engine's own thread, after the matcher: the shortest way from a socket to the book
     * and back, for machines with fewer cores than a venue has components. It must never wait, and what it does makes
     * the matcher wait.
     *
     * @param component to run, and to close on that thread; connected by {@link #connectHosted()}.
     * @param errorHandler called when the component throws; it gets no further turn then, and the engine goes on.
     * @return ends the stay; to be closed before the engine.
     */
    public AutoCloseable host(final Agent component, final ErrorHandler errorHandler)
    {
        final EngineDutyCycle dutyCycle = start.media().dutyCycle();
        final HostedComponent hosted = new HostedComponent(component, errorHandler, start.media()::isThreadAlive);
        dutyCycle.admit(hosted);
        return () ->
        {
            hosted.close();
            dutyCycle.forget(hosted);
        };
    }

    /**
     * Promise given for acknowledged commands.
     *
     * @return mode in force.
     */
    public Durability durability()
    {
        return options.host().durability();
    }

    /**
     * Where the journal is.
     *
     * @return directory.
     */
    public Path dataDir()
    {
        return options.host().dataDir();
    }

    /**
     * What a client in another process connects to.
     *
     * @return directory of the media driver.
     */
    public String aeronDirectoryName()
    {
        return options.host().aeronDirectoryName();
    }

    /**
     * Secrets of those who connect.
     *
     * @return store.
     */
    public CredentialStore credentials()
    {
        return options.host().credentials();
    }

    /**
     * What the engine has done since it started.
     *
     * @return live counters.
     */
    public CounterSet<EngineCounter> counters()
    {
        return counters;
    }

    /**
     * Waits until no snapshot is being written: another one can be taken then.
     *
     * @param timeoutNs how long to wait, in nanoseconds.
     * @return false when one is still being written.
     */
    public boolean awaitSnapshotWritten(final long timeoutNs)
    {
        return start.snapshots().awaitWritten(timeoutNs);
    }

    /**
     * How long its start took.
     *
     * @return times of its steps; null before it is live.
     */
    public RecoveryTimes recoveryTimes()
    {
        return start.recoveryTimes();
    }

    /**
     * Whether the engine takes commands.
     *
     * @return false once it has failed or was closed.
     */
    public boolean isRunning()
    {
        return !isClosed.get() && start.media().isRunning();
    }

    /**
     * Stops: takes no more commands, executes and records those it has, and leaves nothing open but the data. Clients
     * and their followers are closed too.
     */
    @Override
    public void close()
    {
        if (!isClosed.compareAndSet(false, true))
        {
            return;
        }
        final long deadlineNs = System.nanoTime() + options.closeTimeoutNs();
        ring.close();
        final EngineStop stop = new EngineStop(options, ring, start, deadlineNs);
        stop.drain();
        start.finishSnapshots();
        clients.forEach(RingEngineClient::close);
        stop.retire();
        start.media().dutyCycle().stop();
        resources.close();
    }

    private void abandon()
    {
        isClosed.set(true);
        ring.close();
        if (null != start.media())
        {
            start.media().dutyCycle().stop();
        }
        resources.close();
    }
}
