// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * Which sessions of a role see what happens to the orders of an account: those that name its firm, or have it.
 */
final class Coverage
{
    private record Watcher(FixLogin login, long[] prefixes)
    {
        boolean covers(final long accountCode)
        {
            for (final long prefix : prefixes)
            {
                if (isWithin(accountCode, prefix))
                {
                    return true;
                }
            }
            return false;
        }
    }

    private static final FixLogin[] NO_LOGINS = new FixLogin[0];

    private final Role role;
    private final List<Watcher> watchers = new ArrayList<>();
    private final Long2ObjectHashMap<FixLogin[]> byAccount = new Long2ObjectHashMap<>();

    Coverage(final Role role)
    {
        this.role = role;
    }

    /** Whether an account is one of the firm that its first characters name. */
    static boolean isWithin(final long accountCode, final long prefix)
    {
        // The prefix ends with its last character that is not zero.
        final int length = (Long.SIZE + Byte.SIZE - 1 - Long.numberOfLeadingZeros(prefix)) / Byte.SIZE;
        final long mask = length >= Long.BYTES ? -1L : (1L << length * Byte.SIZE) - 1;
        return (accountCode & mask) == prefix;
    }

    /** A login has been defined; true when it has the role. */
    boolean add(final FixLogin login)
    {
        if (!login.may(role))
        {
            return false;
        }
        final List<String> named = login.session.options().dropCopyFirms();
        final List<String> firms = named.isEmpty() ? List.of(login.session.brokerageFirm()) : named;
        watchers.add(new Watcher(login, firms.stream().mapToLong(AccountCode::packPrefix).toArray()));
        byAccount.clear();
        return true;
    }

    /** Logins that see the account, in the order of their definition. */
    FixLogin[] of(final long accountCode)
    {
        if (watchers.isEmpty())
        {
            return NO_LOGINS;
        }
        FixLogin[] logins = byAccount.get(accountCode);
        if (null == logins)
        {
            logins = find(accountCode);
            byAccount.put(accountCode, logins);
        }
        return logins;
    }

    /** The same for a code that need not be an account: clients can send more of them than can be kept. */
    FixLogin[] find(final long accountCode)
    {
        return watchers.stream()
            .filter((watcher) -> watcher.covers(accountCode))
            .map(Watcher::login)
            .toArray(FixLogin[]::new);
    }

    /**
     * Logins that see the refusal of a request: those that see its account, if that is one of the firm of the login
     * that sent it; for any other text, which may be the account of another firm, those that see the sender's firm.
     * Depends on the request alone: every replay must make the same copies.
     */
    FixLogin[] ofRefused(final FixLogin sender, final long accountCode)
    {
        if (watchers.isEmpty())
        {
            return NO_LOGINS;
        }
        final long firm = AccountCode.packPrefix(sender.session.brokerageFirm());
        return find(isWithin(accountCode, firm) ? accountCode : firm);
    }

    boolean isCovered(final FixLogin login, final long accountCode)
    {
        for (final FixLogin other : of(accountCode))
        {
            if (login == other)
            {
                return true;
            }
        }
        return false;
    }

    List<FixLogin> logins()
    {
        return watchers.stream().map(Watcher::login).toList();
    }
}
