// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.deploy.console.Caller;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.reference.ReferenceView;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.ListPage;
import io.bourse.deploy.console.stream.Merge;
import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.deploy.console.stream.PartitionPart;
import io.bourse.deploy.console.stream.Query;
import io.bourse.deploy.node.AccessState;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.telemetry.SecurityLog;
import io.bourse.gateway.fix.StoreDirectory;
import io.bourse.gateway.fix.session.store.StoredMessage;
import io.bourse.gateway.fix.session.store.StoredSession;
import io.javalin.http.Context;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Sessions of logins over the API: what the event stream, the stores of the FIX gateway and the security log say. What
 * only the process of a gateway knows is not among it, such as the numbers of TWIME messages.
 */
public final class SessionsPart implements PartitionPart
{
    private static final int LAST_MESSAGES = 50;
    private static final char SOH = 1;
    private static final String LOGIN = "login";

    private final ConsoleContext context;
    private final EventViews views;
    private final ReferenceView reference;
    private final SessionsView sessions;

    /**
     * Answers from views and files.
     *
     * @param context of the console.
     * @param views that keep the views.
     * @param reference has the logins.
     * @param sessions has their sessions.
     */
    public SessionsPart(
        final ConsoleContext context,
        final EventViews views,
        final ReferenceView reference,
        final SessionsView sessions)
    {
        this.context = context;
        this.views = views;
        this.reference = reference;
        this.sessions = sessions;
    }

    @Override
    public void addAnswers(final Answers answers)
    {
        answers.add("/api/v1/sessions", Merge.ROWS, "loginId", this::list);
        answers.add("/api/v1/sessions/{login}", Merge.FIRST, null, this::session);
    }

    private Map<String, Object> list(final Context request) throws IOException
    {
        final Caller caller = Caller.of(request);
        final int limit = Query.limit(request);
        final long after = Query.number(request, "after", 0);
        final boolean isConnectedOnly = "true".equals(request.queryParam("connected"));
        final List<Map<String, Object>> rows = views.current(() ->
        {
            final List<Map<String, Object>> found = new ArrayList<>();
            reference.loginRows().tailMap((int)Math.min(Integer.MAX_VALUE, after), false).forEach((loginId, login) ->
            {
                final SessionsView.Session session = sessions.session(loginId);
                if (found.size() <= limit && caller.mayRead((String)login.get("brokerageFirm")) &&
                    (!isConnectedOnly || null != session && session.isConnected()))
                {
                    found.add(row(login, session));
                }
            });
            return found;
        });
        final boolean isMore = rows.size() > limit;
        final List<Map<String, Object>> items = isMore ? rows.subList(0, limit) : rows;
        final Map<String, JsonNode> logons = logons();
        final List<AccessState> access = access();
        for (final Map<String, Object> row : items)
        {
            addFiles(row, logons, access);
        }
        return ListPage.answer(items, isMore ? items.getLast().get("loginId").toString() : null);
    }

    private Map<String, JsonNode> logons() throws IOException
    {
        return SecurityLines.lastLogons(context.dataDir(), Instant.now());
    }

    private Map<String, Object> row(final Map<String, Object> login, final SessionsView.Session session)
    {
        final Map<String, Object> row = new LinkedHashMap<>();
        row.put("loginId", login.get("loginId"));
        row.put(LOGIN, login.get("name"));
        row.put("protocol", login.get("protocol"));
        row.put("brokerageFirm", login.get("brokerageFirm"));
        row.put("stopped", login.get("stopped"));
        row.put("state", null == session ? "NEVER" : session.isConnected() ? "CONNECTED" : "DISCONNECTED");
        MessageJson.putTime(row, "stateSince", null == session ? 0 : session.changedNs());
        MessageJson.putTime(row, "ordersCancelledAt", null == session ? 0 : session.cancelAtNs());
        row.put("commands", null == session ? 0 : session.commands());
        row.put("commandsLastMinute", null == session ? 0 : sessions.commandsOfMinute(session));
        row.put("rejected", null == session ? 0 : session.rejected());
        row.put("commandSequence", null == session ? 0 : session.sequence());
        MessageJson.putTime(row, "lastCommand", null == session ? 0 : session.lastCommandNs());
        return row;
    }

    /** Settings in force of the gateways of this machine. */
    private List<AccessState> access() throws IOException
    {
        try
        {
            return AccessState.read(context.dataDir());
        }
        catch (final VenueNotRunningException ignored)
        {
            return List.of();
        }
    }

    private void addFiles(
        final Map<String, Object> row, final Map<String, JsonNode> logons, final List<AccessState> access)
        throws IOException
    {
        final String login = (String)row.get(LOGIN);
        row.put("blocked", AccessState.isBlocked(
            access, ((String)row.get("protocol")).toLowerCase(Locale.ROOT), login).orElse(null));
        final JsonNode logon = logons.get(login.length() > SecurityLog.NAME_LENGTH ?
            login.substring(0, SecurityLog.NAME_LENGTH) : login);
        final Map<String, Object> last = new LinkedHashMap<>();
        if (null != logon)
        {
            for (final String name : List.of("time", "event", "source", "reason", "certificate"))
            {
                last.put(name, logon.hasNonNull(name) ? logon.get(name).asText() : null);
            }
        }
        row.put("lastLogon", last.isEmpty() ? null : last);
        final Optional<StoredSession> stored = !isFix(row) ? Optional.empty() :
            StoreDirectory.session(context.config().fix().storeDirectory(), login);
        row.put("nextSenderNumber", stored.map(StoredSession::nextSender).orElse(null));
        row.put("nextTargetNumber", stored.map(StoredSession::nextTarget).orElse(null));
        MessageJson.putTime(row, "numbersSince",
            stored.map((session) -> TimeUnit.MILLISECONDS.toNanos(session.sinceMs())).orElse(0L));
    }

    private static boolean isFix(final Map<String, Object> row)
    {
        return LoginProtocol.FIX.name().equals(row.get("protocol"));
    }

    private Map<String, Object> session(final Context request) throws IOException
    {
        final Caller caller = Caller.of(request);
        final String name = request.pathParam(LOGIN);
        final Map<String, Object> row = views.current(() -> reference.loginRows().values().stream()
            .filter((login) -> caller.mayRead((String)login.get("brokerageFirm")))
            .filter((login) -> name.equals(login.get("name")) || name.equals(login.get("loginId").toString()))
            .findFirst().map((login) -> row(login, sessions.session(((Number)login.get("loginId")).intValue())))
            .orElse(null));
        if (null == row)
        {
            throw Query.unknown(LOGIN, LOGIN, name, "the venue has no login of this name or number");
        }
        addFiles(row, logons(), access());
        row.put("lastMessages", isFix(row) ? messages((String)row.get(LOGIN)) : null);
        return row;
    }

    /** What was sent to a FIX session; its store keeps nothing of what came from it, the journal has the commands. */
    private List<Map<String, Object>> messages(final String login) throws IOException
    {
        final List<Map<String, Object>> messages = new ArrayList<>();
        for (final StoredMessage message :
            StoreDirectory.lastMessages(context.config().fix().storeDirectory(), login, LAST_MESSAGES))
        {
            final Map<String, Object> row = new LinkedHashMap<>();
            row.put("number", message.number());
            MessageJson.putTime(row, "sent", message.timeNs());
            row.put("msgType", message.msgType());
            row.put("body", message.body().replace(SOH, '|'));
            messages.add(row);
        }
        return messages;
    }
}
