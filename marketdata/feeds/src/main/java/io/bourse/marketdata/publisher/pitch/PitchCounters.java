// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.FeedCounter;

/**
 * What a {@link PitchFeed} has done. Readable from any thread.
 */
public final class PitchCounters
{
    final FeedCounter sequence = new FeedCounter();
    final FeedCounter packets = new FeedCounter();
    final FeedCounter feedFailures = new FeedCounter();
    final FeedCounter retransmissionFailures = new FeedCounter();
    final FeedCounter unshowable = new FeedCounter();
    final FeedCounter logins = new FeedCounter();
    final FeedCounter loginsRefused = new FeedCounter();
    final FeedCounter gapsAccepted = new FeedCounter();
    final FeedCounter gapsRefused = new FeedCounter();
    final FeedCounter retransmitted = new FeedCounter();
    final FeedCounter images = new FeedCounter();
    final FeedCounter spins = new FeedCounter();
    final FeedCounter spinsRefused = new FeedCounter();

    PitchCounters()
    {
    }

    /**
     * Number of the last message, sent or counted while history was read.
     *
     * @return number, 0 before the first one.
     */
    public long sequence()
    {
        return sequence.get();
    }

    /**
     * Datagrams of the feed, heartbeats included; one to A and B counts once.
     *
     * @return count.
     */
    public long packets()
    {
        return packets.get();
    }

    /**
     * Datagrams that a socket did not take.
     *
     * @return count over A, B and the retransmission.
     */
    public long sendFailures()
    {
        return feedFailures.get() + retransmissionFailures.get();
    }

    /**
     * Orders and trades left out because PITCH cannot say their price or quantity.
     *
     * @return count, history included.
     */
    public long unshowable()
    {
        return unshowable.get();
    }

    /**
     * Logins accepted by both servers.
     *
     * @return count.
     */
    public long logins()
    {
        return logins.get();
    }

    /**
     * Logins refused by both servers.
     *
     * @return count.
     */
    public long loginsRefused()
    {
        return loginsRefused.get();
    }

    /**
     * Gap requests accepted.
     *
     * @return count.
     */
    public long gapsAccepted()
    {
        return gapsAccepted.get();
    }

    /**
     * Gap requests refused, for whatever reason.
     *
     * @return count.
     */
    public long gapsRefused()
    {
        return gapsRefused.get();
    }

    /**
     * Messages sent again.
     *
     * @return count.
     */
    public long retransmitted()
    {
        return retransmitted.get();
    }

    /**
     * Spin images taken.
     *
     * @return count.
     */
    public long images()
    {
        return images.get();
    }

    /**
     * Spins sent to their end.
     *
     * @return count.
     */
    public long spins()
    {
        return spins.get();
    }

    /**
     * Spin requests refused.
     *
     * @return count.
     */
    public long spinsRefused()
    {
        return spinsRefused.get();
    }

    @Override
    public String toString()
    {
        return "PitchCounters{sequence=" + sequence + " packets=" + packets + " sendFailures=" + sendFailures() +
            " unshowable=" + unshowable + " logins=" + logins + " loginsRefused=" + loginsRefused +
            " gapsAccepted=" + gapsAccepted + " gapsRefused=" + gapsRefused + " retransmitted=" + retransmitted +
            " images=" + images + " spins=" + spins + " spinsRefused=" + spinsRefused + '}';
    }
}
