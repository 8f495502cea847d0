// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.INCREMENTAL_HEADER_LENGTH;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Packs transactions into packets. Where a packet ends depends on the event stream and the packet length only, so
 * every reader of the stream cuts alike, and numbers alike:
 * <ul>
 * <li>a packet goes on as long as its last transaction says that the next one is waiting, for at most
 * {@link #MAX_SPAN_NS} of engine time from its first one, in one session, and as long as whole transactions fit;</li>
 * <li>a transaction that no packet can hold is cut into fragments, in packets of its own;</li>
 * <li>a transaction that changes the session, or empties the books, has a packet of its own;</li>
 * <li>each packet whose number is a multiple of {@link #SOLO_INTERVAL} has one transaction: after it the books are
 * what subscribers have, so that a snapshot cycle can begin however long a burst goes on.</li>
 * </ul>
 */
final class IncrementalFeed implements AutoCloseable
{
    /** Longest time between the first and the last transaction of a packet. */
    static final long MAX_SPAN_NS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Every so many packets one ends with its first transaction. */
    static final int SOLO_INTERVAL = 64;

    private static final int HEADERS_LENGTH = PACKET_HEADER_LENGTH + INCREMENTAL_HEADER_LENGTH;

    private final PacketOutlet outlet;
    private final RptSeqs rptSeqs;
    private final UnsafeBuffer buffer;
    private final OrderLogEncoder encoder;
    private final NightlyReset nightlyReset;
    private final SentTransactions sent;
    private final PacketTouches touches;
    private final int maxPacketLength;
    private final int maxBestPrices;
    private final long burstTimeoutNs;

    private boolean isOpen;
    private boolean isBegunLive;
    private boolean isToBeCut;
    private int end;
    private int messageCount;
    private long firstTimeNs;
    private long firstPublishedNs;
    private long sessionId;
    private long lastCursor;
    private long lastTimeNs;
    private long publishedCursor;
    private long turn;
    private long watchedTurn;
    private long waitingSinceNs;

    /**
     * A feed of a market.
     *
     * @param options of the order log.
     * @param outlet of the packets, with space for two packets in its buffer.
     * @param rptSeqs of the feed.
     * @param instruments of the market.
     * @param sent called with the transactions that have left.
     */
    IncrementalFeed(
        final SimbaOrderLogOptions options,
        final PacketOutlet outlet,
        final RptSeqs rptSeqs,
        final List<PublicInstrument> instruments,
        final SentTransactions sent)
    {
        this.outlet = outlet;
        this.sent = sent;
        this.rptSeqs = rptSeqs;
        buffer = outlet.buffer();
        encoder = new OrderLogEncoder(options.version(), rptSeqs);
        nightlyReset = options.nightlyReset() ?
            new NightlyReset(outlet, encoder, rptSeqs, instruments, options.maxPacketLength()) : null;
        maxPacketLength = options.maxPacketLength();
        // The sender of the other side may pause elsewhere: numbers are equal only if neither ends a packet early.
        burstTimeoutNs = outlet.feedPair().hasBothSides() ? options.burstTimeoutNs() : Long.MAX_VALUE;
        maxBestPrices = Math.min(
            OrderLogEncoder.MAX_GROUP_COUNT,
            (maxPacketLength - HEADERS_LENGTH - OrderLogEncoder.BEST_PRICES_OVERHEAD) /
            OrderLogEncoder.BEST_PRICES_ENTRY_LENGTH);
        touches = new PacketTouches(maxBestPrices);
    }

    void goLive()
    {
        outlet.goLive();
    }

    /**
     * Whether transactions wait for their packet to be full, or to end otherwise.
     */
    boolean isPacketOpen()
    {
        return isOpen;
    }

    long publishedCursor()
    {
        return publishedCursor;
    }

    /**
     * Whether no packet is open, and the mark says how far the feed has got.
     */
    boolean isAtRest()
    {
        return !isOpen && outlet.isMarked();
    }

    /**
     * Numbers, and where they are of. What was open when an earlier process died is made again from the stream.
     */
    void state(final CheckpointState state)
    {
        lastCursor = state.number(lastCursor);
        lastTimeNs = state.number(lastTimeNs);
        publishedCursor = lastCursor;
        rptSeqs.state(state);
        if (null != nightlyReset)
        {
            nightlyReset.state(state);
        }
        outlet.state(state, lastCursor);
    }

    /**
     * Nightly resets so far, seen or sent.
     */
    long resets()
    {
        return null == nightlyReset ? 0 : nightlyReset.count();
    }

    /**
     * Packs a transaction, and sends what is complete with it.
     */
    void onTransaction(final PublicTransaction transaction)
    {
        turn++;
        boolean hasLeft = false;
        if (null != nightlyReset && nightlyReset.isDue(transaction))
        {
            cut();
            nightlyReset.send(transaction);
            hasLeft = true;
        }
        else if (0 < transaction.entryCount() || 0 < transaction.changedTouchCount())
        {
            hasLeft = add(transaction);
        }
        else if (isOpen && transaction.engineTimeNs() - firstTimeNs > MAX_SPAN_NS)
        {
            cut();
        }
        lastCursor = transaction.cursor();
        lastTimeNs = transaction.engineTimeNs();
        if (hasLeft)
        {
            onLeft();
        }
        else if (isToBeCut || !transaction.isMoreWaiting() || isSolo())
        {
            cut();
        }
        if (outlet.isAtMark(lastCursor, lastTimeNs))
        {
            cut();
            outlet.passMark();
        }
        if (!isOpen)
        {
            publishedCursor = lastCursor;
        }
    }

    /**
     * Sends what has waited too long, and heartbeats.
     *
     * @return number of packets sent.
     */
    int doWork(final long nowNs)
    {
        int workCount = 0;
        if (isOpen && watchedTurn != turn)
        {
            watchedTurn = turn;
            waitingSinceNs = nowNs;
        }
        else if (isOpen && nowNs - waitingSinceNs > burstTimeoutNs)
        {
            outlet.counters().increment(OrderLogCounter.EARLY_CUTS);
            cut();
            workCount++;
        }
        return workCount + outlet.checkHeartbeat(nowNs);
    }

    @Override
    public void close()
    {
        outlet.close();
    }

    private boolean isSolo()
    {
        return 0 == (outlet.msgSeqNum() + 1) % SOLO_INTERVAL;
    }

    /** Returns true if the transaction has left in packets of its own. */
    private boolean add(final PublicTransaction transaction)
    {
        int length = 0;
        boolean isAlone = 0 != transaction.sessionChanges();
        final int entryCount = transaction.entryCount();
        for (int i = 0; i < entryCount; i++)
        {
            final PublicEntry entry = transaction.entry(i);
            length += OrderLogEncoder.length(entry);
            isAlone |= PublicEntry.EMPTY_BOOK == entry.kind();
        }
        if (isOpen && (isAlone || !isJoining(transaction, length)))
        {
            cut();
        }
        if (!isOpen)
        {
            if (length + HEADERS_LENGTH + OrderLogEncoder.bestPricesLength(transaction.changedTouchCount()) >
                maxPacketLength)
            {
                sendFragments(transaction);
                return true;
            }
            open(transaction);
        }
        touches.add(transaction);
        for (int i = 0; i < entryCount; i++)
        {
            end += encoder.put(buffer, end, transaction.entry(i));
        }
        messageCount += entryCount;
        isToBeCut = isAlone;
        sent.add(transaction);
        return false;
    }

    private boolean isJoining(final PublicTransaction transaction, final int length)
    {
        return transaction.engineTimeNs() - firstTimeNs <= MAX_SPAN_NS &&
            transaction.session().sessionId() == sessionId &&
            HEADERS_LENGTH + OrderLogEncoder.bestPricesLength(touches.countWith(transaction)) +
            end - maxPacketLength + length <= maxPacketLength;
    }

    private void open(final PublicTransaction transaction)
    {
        isOpen = true;
        touches.clear();
        // Messages begin in the middle of the buffer: what goes before them is as long as it is when they are all in.
        begin(transaction, maxPacketLength);
    }

    private void begin(final PublicTransaction transaction, final int offset)
    {
        isBegunLive = outlet.isLive();
        end = offset;
        messageCount = 0;
        firstTimeNs = transaction.engineTimeNs();
        firstPublishedNs = transaction.publishedNs();
        sessionId = transaction.session().sessionId();
        sent.clear();
    }

    private void cut()
    {
        if (!isOpen)
        {
            return;
        }
        isOpen = false;
        isToBeCut = false;
        final int touchCount = touches.count();
        final int bestPricesOffset = maxPacketLength - OrderLogEncoder.bestPricesLength(touchCount);
        if (0 < touchCount)
        {
            touches.copyTo(
                buffer, bestPricesOffset + encoder.putBestPricesHeader(buffer, bestPricesOffset, touchCount));
            messageCount++;
        }
        final int start = bestPricesOffset - HEADERS_LENGTH;
        final int departure = outlet.departure(isBegunLive);
        outlet.send(
            start, end - start, FLAG_LAST_FRAGMENT, firstTimeNs, sessionId, departure, firstPublishedNs);
        sent.onSent(departure, outlet.feedPair());
        count(departure);
        onLeft();
    }

    private void onLeft()
    {
        publishedCursor = lastCursor;
        outlet.mark(lastCursor, lastTimeNs);
    }

    private void count(final int departure)
    {
        if (PacketOutlet.SILENT != departure)
        {
            outlet.counters().add(OrderLogCounter.MESSAGES_SENT, messageCount);
        }
    }

    private void sendFragments(final PublicTransaction transaction)
    {
        begin(transaction, HEADERS_LENGTH);
        sent.add(transaction);
        final int touchCount = transaction.changedTouchCount();
        for (int from = 0; from < touchCount; from += maxBestPrices)
        {
            final int to = Math.min(touchCount, from + maxBestPrices);
            ensureSpace(OrderLogEncoder.bestPricesLength(to - from));
            end += encoder.putBestPricesHeader(buffer, end, to - from);
            for (int i = from; i < to; i++)
            {
                end += OrderLogEncoder.putBestPricesEntry(buffer, end, transaction.changedTouch(i));
            }
            messageCount++;
        }
        for (int i = 0, entryCount = transaction.entryCount(); i < entryCount; i++)
        {
            ensureSpace(OrderLogEncoder.length(transaction.entry(i)));
            end += encoder.put(buffer, end, transaction.entry(i));
            messageCount++;
        }
        final int departure = sendFragment(FLAG_LAST_FRAGMENT);
        sent.onSent(departure, outlet.feedPair());
        count(departure);
    }

    private void ensureSpace(final int length)
    {
        if (end + length > maxPacketLength)
        {
            sendFragment(0);
            end = HEADERS_LENGTH;
        }
    }

    private int sendFragment(final int msgFlags)
    {
        final int departure = outlet.departure(isBegunLive);
        outlet.send(0, end, msgFlags, firstTimeNs, sessionId, departure, firstPublishedNs);
        return departure;
    }
}
