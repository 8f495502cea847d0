// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.views;

import io.bourse.deploy.console.market.MarketModel;
import io.bourse.deploy.console.market.Markets;
import io.bourse.deploy.console.members.IndexHistory;
import io.bourse.deploy.console.members.MembersView;
import io.bourse.deploy.console.news.NewsView;
import io.bourse.deploy.console.reference.ReferenceView;
import io.bourse.deploy.console.risk.RiskView;
import io.bourse.deploy.console.sessions.SessionsView;
import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.EventListenerPair;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationCounters;
import io.bourse.marketdata.statistics.ObligationReport;
import io.bourse.marketdata.statistics.ObligationSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a console keeps of the event stream.
 */
final class ConsoleViews extends CheckpointedListener
{
    /** Version of the state: one more for whatever is added to it. */
    static final int STATE_VERSION = 2;

    private final ReferenceView reference = new ReferenceView();
    private final SessionsView sessions = new SessionsView();
    private final RiskView risk = new RiskView();
    private final NewsView news = new NewsView();
    private final MembersView members = new MembersView();
    private final ObligationCounters obligations;
    private final MarketModel model;
    private final IndexHistory history;
    private final EventListener listener;
    private final String settings;

    ConsoleViews(
        final Markets markets,
        final Integer partition,
        final List<IndexSpec> indices,
        final List<ObligationSpec> owed)
    {
        settings = owed + " " + indices;
        obligations = new ObligationCounters(owed);
        model = new MarketModel(markets, partition, indices);
        history = new IndexHistory(model.market().statistics().indices().indices());
        listener = Stream.<EventListener>of(
            reference, news, sessions, risk, members, obligations, model.market(), history, this)
            .reduce(EventListenerPair::new).orElseThrow();
    }

    /** What the state depends on. */
    String settings()
    {
        return settings;
    }

    ReferenceView reference()
    {
        return reference;
    }

    SessionsView sessions()
    {
        return sessions;
    }

    RiskView risk()
    {
        return risk;
    }

    NewsView news()
    {
        return news;
    }

    MembersView members()
    {
        return members;
    }

    ObligationCounters obligations()
    {
        return obligations;
    }

    MarketModel model()
    {
        return model;
    }

    IndexHistory history()
    {
        return history;
    }

    @Override
    public EventListener listener()
    {
        return listener;
    }

    @Override
    public void state(final CheckpointState state)
    {
        positionState(state);
        reference.state(state);
        news.state(state);
        sessions.state(state);
        risk.state(state);
        members.state(state);
        obligations.state(state);
        final List<ObligationReport> before = new ArrayList<>(obligations.previousReports());
        state.collection(before, null, (report) -> MessageJson.state(state, report, ObligationReport.class));
        obligations.previousReports(before);
        model.state(state);
        history.state(state);
    }
}
