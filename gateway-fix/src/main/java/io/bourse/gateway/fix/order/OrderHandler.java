// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.session.FixMessageHandler;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import io.bourse.gateway.fix.wire.FixReader;

/**
 * Takes the application messages of the sessions and gives each to who understands it.
 */
final class OrderHandler implements FixMessageHandler
{
    private static final int MSG_TYPE_INDEX = 2;

    private final OrderComponents parts;

    OrderHandler(final OrderComponents parts)
    {
        this.parts = parts;
    }

    @Override
    public boolean isHot(final char msgType)
    {
        return 'D' == msgType || 'F' == msgType || 'G' == msgType;
    }

    @Override
    public boolean isPlain(final FixReader message)
    {
        return PlainMessages.isPlain(message);
    }

    @Override
    public boolean isHeld(final FixSession session)
    {
        final FixLogin login = parts.logins.get(session.loginId());
        return null != login && login.heldCount > 0;
    }

    @Override
    public boolean onMessage(final FixSession session, final FixReader message, final long receivedNs)
    {
        final FixLogin login = parts.logins.get(session.loginId());
        final int type = Tags.MSG_TYPE == message.tag(MSG_TYPE_INDEX) ? MSG_TYPE_INDEX : message.find(Tags.MSG_TYPE);
        final char c = message.character(type);
        switch (c)
        {
            case 'D', 'F', 'G':
                if (!login.may(Role.ORDER_ENTRY))
                {
                    break;
                }
                onOrder(login, c, message, receivedNs);
                return true;
            case 'q', 'H', 'i', 'Z', 'R':
                if (!login.may(Role.ORDER_ENTRY))
                {
                    break;
                }
                onOther(login, c, message, receivedNs);
                return true;
            default:
                return onTwoLetters(login, type, message);
        }
        parts.refusals.notAuthorized(session, message);
        return true;
    }

    private void onOrder(final FixLogin login, final char type, final FixReader message, final long receivedNs)
    {
        final OrderRequest.Kind kind = switch (type)
        {
            case 'D' -> OrderRequest.Kind.NEW;
            case 'F' -> OrderRequest.Kind.CANCEL;
            default -> OrderRequest.Kind.REPLACE;
        };
        final OrderRequest request = parts.requests.take(kind, login, receivedNs);
        final FixRefusal refusal = parts.decoder.decode(message, request);
        if (null == refusal)
        {
            parts.submissions.take(request, message);
        }
        else
        {
            parts.refusals.refuse(request, message, refusal, parts.decoder.detail());
            parts.tracker.discard(request);
        }
    }

    private void onOther(final FixLogin login, final char type, final FixReader message, final long receivedNs)
    {
        if (null != parts.several && ('i' == type || 'Z' == type || 'R' == type))
        {
            parts.refusals.notAuthorized(login.session, message);
            return;
        }
        if ('H' != type && isPassedOver(login, type, message))
        {
            return;
        }
        switch (type)
        {
            case 'q' -> parts.massCancels.onMessage(login, message, receivedNs);
            case 'H' -> parts.statuses.onStatusRequest(login, message);
            case 'i' -> parts.quoteRequests.onMassQuote(login, message, receivedNs);
            case 'Z' -> parts.quoteRequests.onQuoteCancel(login, message, receivedNs);
            default -> parts.quoteRequests.onQuoteRequest(login, message, receivedNs);
        }
    }

    private boolean isPassedOver(final FixLogin login, final char type, final FixReader message)
    {
        return switch (type)
        {
            case 'q' -> parts.submissions.isPassedOver(
                login, OrderRequest.Kind.MASS_CANCEL, message, Tags.CL_ORD_ID);
            case 'i', 'Z' -> parts.submissions.isPassedOver(
                login, OrderRequest.Kind.MASS_QUOTE, message, Tags.QUOTE_ID);
            default -> parts.submissions.isPassedOver(
                login, OrderRequest.Kind.QUOTE_REQUEST, message, Tags.QUOTE_REQ_ID);
        };
    }

    private boolean onTwoLetters(final FixLogin login, final int type, final FixReader message)
    {
        final boolean isStatus = message.is(type, "AF");
        if (!isStatus && !message.is(type, "AD"))
        {
            return false;
        }
        if (!login.may(isStatus ? Role.ORDER_ENTRY : Role.TRADE_CAPTURE))
        {
            parts.refusals.notAuthorized(login.session, message);
        }
        else if (isStatus)
        {
            parts.statuses.onMassStatusRequest(login, message);
        }
        else
        {
            parts.trades.onRequest(login, message);
        }
        return true;
    }

    @Override
    public void onLogon(final FixSession session)
    {
        parts.connections.add(parts.logins.get(session.loginId()), true, parts.submissions.nextPlace());
    }

    @Override
    public void onLogout(final FixSession session)
    {
        parts.connections.add(parts.logins.get(session.loginId()), false, parts.submissions.nextPlace());
    }
}
