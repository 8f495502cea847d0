// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bourse.deploy.console.live.LiveTopic;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The markets of all partitions that a console shows, and the topic of their instruments. All but {@link #close()} is
 * called under the lock.
 */
public final class Markets implements AutoCloseable
{
    private static final int UPDATES = 256;

    private final ReentrantLock lock;
    private final List<MarketModel> models = new ArrayList<>();
    private final LiveTopic list;

    /**
     * All instruments.
     *
     * @param status of the first market that is live, or of the first one.
     * @param partitions how fresh each of several is; null of one.
     */
    record InstrumentList(
        MarketStatus status,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<PartitionStatus> partitions,
        List<InstrumentRow> instruments)
    {
    }

    /** All instruments with the statistics of the session. */
    record Overview(
        MarketStatus status,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<PartitionStatus> partitions,
        List<MarketModel.OverviewRow> instruments)
    {
    }

    /** How fresh the market of a partition is. */
    record PartitionStatus(int partition, MarketStatus status)
    {
    }

    /**
     * No market yet.
     *
     * @param lock of the followers of all event streams.
     */
    public Markets(final ReentrantLock lock)
    {
        this.lock = lock;
        list = new LiveTopic(lock, this::list, UPDATES);
    }

    ReentrantLock lock()
    {
        return lock;
    }

    void add(final MarketModel model)
    {
        models.add(model);
    }

    void publish(final List<InstrumentRow> changed)
    {
        list.publish(() -> new InstrumentList(status(), partitions(), changed));
    }

    void reset()
    {
        list.reset();
    }

    private MarketStatus status()
    {
        return models.stream().map(MarketModel::status).filter(status -> MarketStatus.State.LIVE == status.state())
            .findFirst().orElseGet(models.getFirst()::status);
    }

    private List<PartitionStatus> partitions()
    {
        return 1 == models.size() ? null : models.stream()
            .map(model -> new PartitionStatus(model.partition(), model.status())).toList();
    }

    InstrumentList list()
    {
        return new InstrumentList(status(), partitions(), rows(MarketModel::rows));
    }

    Overview overview()
    {
        return new Overview(status(), partitions(), rows(MarketModel::overview));
    }

    private <T> List<T> rows(final Function<MarketModel, List<T>> of)
    {
        return models.stream().flatMap(model -> of.apply(model).stream()).toList();
    }

    /** What the first market says that knows; null when none does. */
    <T> T known(final Function<MarketModel, T> question)
    {
        for (final MarketModel model : models)
        {
            final T answer = question.apply(model);
            if (null != answer)
            {
                return answer;
            }
        }
        return null;
    }

    LiveTopic listTopic()
    {
        return list;
    }

    @Override
    public void close()
    {
        lock.lock();
        try
        {
            list.close();
            models.forEach(MarketModel::close);
        }
        finally
        {
            lock.unlock();
        }
    }
}
