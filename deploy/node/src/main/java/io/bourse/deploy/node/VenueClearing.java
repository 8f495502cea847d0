// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.ingest.UnionClient;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.run.ClearingService;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.clearing.run.proof.JournalProof;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.deploy.config.Markets;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.history.TradeHistory;
import io.bourse.engine.client.AuditHeads;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.host.history.HistoryException;
import io.bourse.engine.host.recording.RecordedAuditHeads;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.TradingDays;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a clearing service needs to work against a running venue from any process of the machine: all its partitions, if
 * it has several, each in a data directory {@code partition-N} of its own below that of the venue.
 */
public final class VenueClearing implements AutoCloseable
{
    /** Parameters of funds, below the directory of the runs. */
    public static final String FUNDS_PARAMETERS = "funds/parameters.json";
    private static final Logger LOGGER = LoggerFactory.getLogger(VenueClearing.class);
    private static final String CONSUMER = "clearing";
    private static final String KEYS = "keys";
    private static final String NO_MARGIN = "none";
    private static final String EMBEDDED_MARGIN = "/reference/margin.json";

    private final Path dataDir;
    /** Of each partition. */
    private final List<VenueDescriptor> venues;
    /** Of the first partition. */
    private final VenueDescriptor venue;
    private final EngineClient client;

    private VenueClearing(final Path dataDir, final List<VenueDescriptor> venues, final EngineClient client)
    {
        this.dataDir = dataDir;
        this.venues = venues;
        this.venue = venues.getFirst();
        this.client = client;
    }

    /**
     * Connects to the venue of a data directory.
     *
     * @param dataDir of the venue.
     * @return connection.
     * @throws VenueNotRunningException when no venue runs there.
     * @throws IOException when its description cannot be read.
     */
    public static VenueClearing connect(final Path dataDir) throws IOException
    {
        final Set<String> markets = Markets.in(dataDir).keySet();
        if (!markets.isEmpty())
        {
            throw new VenueNotRunningException("the venue of this data directory has several markets, each with a " +
                "directory of its own: dataDir=" + dataDir + " markets=" + markets + "; name one with --market, or " +
                "its directory with --data", null);
        }
        final List<VenueDescriptor> venues = new ArrayList<>();
        final List<EngineClient> clients = new ArrayList<>();
        try
        {
            for (final Path partition : Partitions.directories(dataDir))
            {
                venues.add(VenueDescriptor.read(partition));
                clients.add(connect(partition, venues.getLast()));
            }
            return new VenueClearing(dataDir, venues, UnionClient.of(clients));
        }
        catch (final IOException | RuntimeException ex)
        {
            CloseHelper.quietCloseAll(clients);
            throw ex;
        }
    }

    private static EngineClient connect(final Path dataDir, final VenueDescriptor venue) throws IOException
    {
        try
        {
            return VenueEngine.connect(venue, dataDir);
        }
        catch (final RuntimeException ex)
        {
            throw new VenueNotRunningException("the venue of this data directory does not answer: dataDir=" + dataDir +
                " pid=" + venue.pid() + "; if this is no process of the venue, or it has just died, start the venue " +
                "again with `bourse start`", ex);
        }
    }

    /**
     * Dates of a venue, or of one of its markets.
     *
     * @param dataDir of it.
     * @return null when it does not run: the event stream alone has them.
     * @throws IOException when its files cannot be read.
     */
    public static SessionDates datesIfRunning(final Path dataDir) throws IOException
    {
        try (VenueClearing venue = connect(dataDir))
        {
            return venue.history().dates();
        }
        catch (final VenueNotRunningException ex)
        {
            LOGGER.debug("trading days are not known: reason=\"{}\"", ex.getMessage());
            return null;
        }
    }

    /** What all partitions have alike is taken from the first. */
    private static Path firstDir(final Path dataDir)
    {
        return Partitions.directories(dataDir).getFirst();
    }

    /**
     * Something done with a connection to the venue.
     *
     * @param <T> type of the result.
     */
    @FunctionalInterface
    public interface Work<T>
    {
        /**
         * Does it.
         *
         * @param venue connected for as long as it lasts.
         * @return the result.
         * @throws IOException when files cannot be read or written.
         */
        T with(VenueClearing venue) throws IOException;
    }

    /**
     * Does something with a connection. When the venue dies meanwhile that is the failure, whatever it shows itself as.
     *
     * @param dataDir of the venue.
     * @param work to be done.
     * @param <T> type of the result.
     * @return the result.
     * @throws VenueNotRunningException when no venue runs there, or it has ended meanwhile.
     * @throws IOException when files cannot be read or written.
     */
    public static <T> T connected(final Path dataDir, final Work<T> work) throws IOException
    {
        try (VenueClearing venue = connect(dataDir))
        {
            try
            {
                return work.with(venue);
            }
            catch (final RuntimeException ex)
            {
                venue.requireRunning(ex);
                throw ex;
            }
        }
    }

    /** What clearing has found out by itself stays what it is. */
    private void requireRunning(final RuntimeException failure) throws IOException
    {
        if (failure instanceof final ClearingException found &&
            ClearingException.EXIT_PRECONDITION != found.exitCode())
        {
            return;
        }
        try
        {
            requireRunning();
        }
        catch (final VenueNotRunningException ex)
        {
            throw new VenueNotRunningException(ex.getMessage(), failure);
        }
    }

    /**
     * Makes sure that the venue still runs that this has connected to: what a dead one has left can be read on and on.
     *
     * @throws VenueNotRunningException when it has stopped or died, or was started again.
     * @throws IOException when its description cannot be read.
     */
    public void requireRunning() throws IOException
    {
        final List<Path> partitions = Partitions.directories(dataDir);
        for (int i = 0; i < partitions.size(); i++)
        {
            final VenueDescriptor now = VenueDescriptor.read(partitions.get(i));
            if (now.pid() != venues.get(i).pid())
            {
                throw new VenueNotRunningException("the venue was started again, begin this command again: dataDir=" +
                    partitions.get(i) + " pid=" + now.pid() + " pidBefore=" + venues.get(i).pid(), null);
            }
        }
    }

    /**
     * Where the runs of a venue are.
     *
     * @param dataDir of the venue, which may run or not.
     * @return directory.
     */
    public static Path baseDir(final Path dataDir)
    {
        return dataDir.resolve("clearing");
    }

    /**
     * The journals of the venue that runs belong to, by the place where they are.
     *
     * @param baseDir of the runs.
     * @return a proof for each partition; without a journal when none is above them, or it cannot be read.
     */
    public static List<JournalProof> journalProofs(final Path baseDir)
    {
        final Path dataDir = baseDir.toAbsolutePath().normalize().getParent();
        final List<Integer> partitions = Partitions.in(dataDir);
        return partitions.isEmpty() ? List.of(journalProof(dataDir)) : partitions.stream().map(partition ->
            journalProof(Partitions.directory(dataDir, partition)).ofPartition(partition)).toList();
    }

    private static JournalProof journalProof(final Path dataDir)
    {
        try
        {
            final AuditHeads heads = RecordedAuditHeads.read(dataDir);
            return null == heads ?
                JournalProof.without("no venue has recorded events there: dataDir=" + dataDir) : JournalProof.of(heads);
        }
        catch (final HistoryException | IllegalStateException | UncheckedIOException ex)
        {
            return JournalProof.without("it cannot be read: dataDir=" + dataDir + " reason=\"" + ex.getMessage() +
                "\"");
        }
    }

    /**
     * Where the tables of the day are, which the tailer writes and runs read.
     *
     * @param dataDir of the venue, which may run or not.
     * @return directory.
     */
    public static Path ingestDir(final Path dataDir)
    {
        return baseDir(dataDir).resolve(ClearingContext.INGEST_DIRECTORY);
    }

    /**
     * Options of a run with the venue's directories, keys and margin filled in.
     *
     * @return new options, with the parameters of funds that lie in the clearing directory.
     * @throws IOException when parameters of funds or margin cannot be read.
     * @throws IllegalArgumentException when they cannot be understood.
     * @throws PreconditionException when this is one of several partitions: they are cleared together.
     */
    public ClearingContext context() throws IOException
    {
        final Path venueDir = Partitions.venue(dataDir);
        if (!venueDir.equals(dataDir))
        {
            throw new PreconditionException("clearing takes all partitions of a venue, name its data directory: " +
                "partition=" + dataDir + " venue=" + venueDir);
        }
        final Path funds = baseDir(dataDir).resolve(FUNDS_PARAMETERS);
        return ClearingContext.builder()
            .engineClient(client)
            .baseDir(baseDir(dataDir))
            .keysDir(keysDir())
            .market(Markets.codeOf(dataDir))
            .defaultOpeningBalanceKopecks(venue.openingBalanceKopecks())
            .margin(margin())
            .funds(Files.exists(funds) ? FundsParameters.read(Files.readAllBytes(funds)) : FundsParameters.DEFAULT)
            .options(ClearingRunOptions.builder()
                .operators(() -> VenueOperators.read(dataDir))
                .approvalPolicy(approvalPolicy(venue))
                .tradingDays(() -> history().dates().calendar(TradingDays.WHOLE_VENUE))
                .build())
            .build();
    }

    /**
     * Options for what needs files alone, whether the venue runs or not.
     *
     * @param dataDir of the venue.
     * @return new options with directories and keys of the venue.
     * @throws IOException when the venue does not say where its keys are.
     * @throws PreconditionException when there are no keys.
     */
    public static ClearingContext offline(final Path dataDir) throws IOException
    {
        final Path keysDir = keysDir(dataDir);
        if (!Files.exists(keysDir.resolve(ClearingKeys.KEYSTORE_NAME)))
        {
            // Opening an empty directory would make another authority, which no member trusts.
            throw new PreconditionException("the keys of the venue are not here, start the venue or name its data " +
                "directory: keysDir=" + keysDir);
        }
        return ClearingContext.builder().baseDir(baseDir(dataDir)).keysDir(keysDir)
            .options(ClearingRunOptions.builder().operators(() -> VenueOperators.read(dataDir)).build()).build();
    }

    private static Path keysDir(final Path dataDir) throws IOException
    {
        final Path first = firstDir(dataDir);
        return Files.exists(first.resolve(VenueDescriptor.FILE_NAME)) ?
            Path.of(VenueDescriptor.readLast(first).keysDir()) :
            (Markets.codeOf(dataDir).isEmpty() ? dataDir : dataDir.toAbsolutePath().getParent()).resolve(KEYS);
    }

    /**
     * Makes sure that runs may sign now, and warns of certificates that end soon.
     *
     * @param dataDir of the venue, which may run or not.
     * @throws PreconditionException when there are no keys, or a certificate is not good now.
     * @throws IOException when keys, or where they are, cannot be read.
     */
    public static void requireKeys(final Path dataDir) throws IOException
    {
        keys(dataDir);
    }

    /**
     * Keys that may sign now; warns of certificates that end soon.
     *
     * @param dataDir of the venue, which may run or not.
     * @return keys of the venue.
     * @throws PreconditionException when there are no keys, or a certificate is not good now.
     * @throws IOException when keys, or where they are, cannot be read.
     */
    public static ClearingKeys keys(final Path dataDir) throws IOException
    {
        final ClearingKeys keys = ClearingKeys.open(keysDir(dataDir));
        keys.requireUsable();
        return keys;
    }

    /**
     * When another person has to approve.
     *
     * @param dataDir of the venue, which may run or not.
     * @return what the running venue says; {@link ApprovalPolicy#EXCEPTIONS} of one that does not run.
     * @throws IOException when the description of the venue cannot be read.
     */
    public static ApprovalPolicy approvalPolicy(final Path dataDir) throws IOException
    {
        final Path first = firstDir(dataDir);
        return Files.exists(first.resolve(VenueDescriptor.FILE_NAME)) ?
            approvalPolicy(VenueDescriptor.readLast(first)) : ApprovalPolicy.EXCEPTIONS;
    }

    private static ApprovalPolicy approvalPolicy(final VenueDescriptor venue)
    {
        return ApprovalPolicy.valueOf(venue.clearingApprovals().toUpperCase(Locale.ROOT));
    }

    private MarginParameters margin() throws IOException
    {
        return switch (venue.margin())
        {
            case NO_MARGIN -> null;
            case VenueConfig.EMBEDDED -> embeddedMargin(dataDir);
            default -> MarginParameters.read(Files.readAllBytes(Path.of(venue.margin())));
        };
    }

    /**
     * Margin of the demo venue.
     *
     * @param dataDir of the venue, or of one of its markets.
     * @return parameters for the instruments of the embedded reference data that it has.
     * @throws IOException when they cannot be read.
     */
    public static MarginParameters embeddedMargin(final Path dataDir) throws IOException
    {
        try (InputStream in = VenueClearing.class.getResourceAsStream(EMBEDDED_MARGIN))
        {
            final MarginParameters all = MarginParameters.read(in.readAllBytes());
            return Markets.codeOf(dataDir).isEmpty() ? all :
                all.of(PartitionInstruments.read(dataDir).instrumentIds()::contains);
        }
    }

    /**
     * Runs one service from start to end.
     *
     * @param kind which service.
     * @param context options, see {@link #context()}.
     * @return what it did.
     */
    public static RunResult run(final ClearingKind kind, final ClearingContext context)
    {
        try (ClearingService service = ClearingService.launch(context, kind))
        {
            return service.run();
        }
    }

    /**
     * Signing keys of the venue.
     *
     * @return directory.
     */
    public Path keysDir()
    {
        return Path.of(venue.keysDir());
    }

    /**
     * What the event stream says of the venue now; of several partitions the first, which is suspended first and
     * resumed first.
     *
     * @return read again with every call.
     */
    public VenueHistory history()
    {
        return VenueHistory.read(firstDir(dataDir), UnionClient.partitions(client).getFirst());
    }

    /**
     * What the event stream of the only partition says of one trade, however old it is.
     *
     * @param tradeId of the trade.
     * @return what it says; nothing when there is no such trade.
     */
    public TradeHistory trade(final long tradeId)
    {
        return history().trade(dataDir, client, tradeId);
    }

    /**
     * Connection to the engine, or to those of all partitions.
     *
     * @return client, owned by this.
     */
    public EngineClient client()
    {
        return client;
    }

    @Override
    public void close()
    {
        client.close();
        final Path ingest = ingestDir(dataDir);
        try
        {
            if (Files.isDirectory(ingest))
            {
                final List<Path> partitions = Partitions.directories(dataDir);
                for (int i = 0; i < partitions.size(); i++)
                {
                    new ConsumerRegistry(partitions.get(i)).hold(CONSUMER, IngestedDays.neededCursor(ingest, i));
                }
            }
        }
        catch (final ClearingException | UncheckedIOException ex)
        {
            LOGGER.warn("What clearing needs of the event stream stays as it was said before. dataDir={}", dataDir, ex);
        }
    }
}
