// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.DefineLoginDecoder;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Member hierarchy, accounts, logins and instruments. Everything is kept in the order of definition; instruments also
 * by id. An account is nothing but its code and its dense id: there will be millions of them.
 */
public final class ReferenceData implements HashedState
{
    private static final int INITIAL_CAPACITY = 16;
    private static final int CLIENT_PAGE_SHIFT = 12;
    private static final int CLIENT_PAGE_SIZE = 1 << CLIENT_PAGE_SHIFT;
    private static final int CLIENT_PAGE_MASK = CLIENT_PAGE_SIZE - 1;

    private final KeyTable clearingFirms = new KeyTable();
    private final KeyTable brokerageFirms = new KeyTable();
    private final KeyTable accounts = new KeyTable();
    private final KeyTable loginIds = new KeyTable();
    private final KeyTable instrumentIds = new KeyTable();
    /** Texts that must be unique; asked for membership only, definitions being rare and iteration in hash order out. */
    private final Set<ByteBuffer> symbols = new HashSet<>();
    private final Set<ByteBuffer> loginNames = new HashSet<>();
    private BrokerageFirm[] firms = new BrokerageFirm[INITIAL_CAPACITY];
    /** By account id, in pages; a page is made with the first account on it that has a client. */
    private long[][] clientIdPages = new long[INITIAL_CAPACITY][];
    private Login[] logins = new Login[INITIAL_CAPACITY];
    private Instrument[] instruments = new Instrument[INITIAL_CAPACITY];
    private Instrument[] instrumentsById = new Instrument[INITIAL_CAPACITY];

    public KeyTable clearingFirms()
    {
        return clearingFirms;
    }

    public KeyTable brokerageFirms()
    {
        return brokerageFirms;
    }

    /**
     * Brokerage firm of a code that may come from outside.
     *
     * @param code packed, any value.
     * @return the firm, or null.
     */
    public BrokerageFirm firm(final long code)
    {
        final int index = brokerageFirms.indexOf(code);
        return KeyTable.MISSING == index ? null : firms[index];
    }

    /** Brokerage firm by order of definition. */
    public BrokerageFirm firmAt(final int firmId)
    {
        return firms[firmId];
    }

    public void addFirm(final long code)
    {
        final int index = brokerageFirms.add(code);
        if (index == firms.length)
        {
            firms = Arrays.copyOf(firms, index << 1);
        }
        firms[index] = new BrokerageFirm(code, index);
    }

    /** Instrument by order of definition. */
    public Instrument instrumentAt(final int index)
    {
        return instruments[index];
    }

    /** Client that owns an account; an account without one is a client of its own, with a negative id. */
    public long clientId(final int accountId)
    {
        final long clientId = definedClientId(accountId);
        return 0 == clientId ? ~(long)accountId : clientId;
    }

    /** Client as it was defined, 0 for none. */
    public long definedClientId(final int accountId)
    {
        final int page = accountId >>> CLIENT_PAGE_SHIFT;
        return page < clientIdPages.length && null != clientIdPages[page] ?
            clientIdPages[page][accountId & CLIENT_PAGE_MASK] : 0;
    }

    /**
     * Adds an account.
     *
     * @param accountCode packed.
     * @param clientId that owns it; 0 makes the account a client of its own.
     */
    public void addAccount(final long accountCode, final long clientId)
    {
        final int accountId = accounts.add(accountCode);
        if (0 != clientId)
        {
            setClientId(accountId, clientId);
        }
    }

    /**
     * Adds many accounts without clients.
     *
     * @param codes of accounts that are not there yet.
     * @param count of them.
     */
    public void addAccounts(final long[] codes, final int count)
    {
        accounts.addAll(codes, count);
    }

    /**
     * Says which client an account belongs to.
     *
     * @param clientId not 0.
     */
    public void setClientId(final int accountId, final long clientId)
    {
        final int page = accountId >>> CLIENT_PAGE_SHIFT;
        if (page >= clientIdPages.length)
        {
            clientIdPages = Arrays.copyOf(clientIdPages, Math.max(clientIdPages.length << 1, page + 1));
        }
        if (null == clientIdPages[page])
        {
            clientIdPages[page] = new long[CLIENT_PAGE_SIZE];
        }
        clientIdPages[page][accountId & CLIENT_PAGE_MASK] = clientId;
    }

    /** Account codes; the index is the account id. */
    public KeyTable accounts()
    {
        return accounts;
    }

    /**
     * Login of an id that may come from outside.
     *
     * @param loginId any value.
     * @return the login, or null.
     */
    public Login login(final int loginId)
    {
        final int index = loginIds.indexOf(loginId);
        return KeyTable.MISSING == index ? null : logins[index];
    }

    public int loginCount()
    {
        return loginIds.size();
    }

    /** Login by order of definition. */
    public Login loginAt(final int index)
    {
        return logins[index];
    }

    /** Whether another login already has this name on this protocol. */
    public boolean isLoginNameTaken(final DefineLoginDecoder definition)
    {
        final byte[] name = new byte[DefineLoginDecoder.nameLength()];
        definition.getName(name, 0);
        return loginNames.contains(loginName(definition.protocolRaw(), name));
    }

    public void addLogin(final Login login)
    {
        final int index = loginIds.add(login.loginId);
        if (index == logins.length)
        {
            logins = Arrays.copyOf(logins, index << 1);
        }
        logins[index] = login;
        loginNames.add(loginName(login.protocol.value(), login.name));
    }

    /**
     * Instrument of an id that may come from outside.
     *
     * @param instrumentId any value.
     * @return the instrument, or null; also of one that another partition has now.
     */
    public Instrument instrument(final int instrumentId)
    {
        final Instrument instrument = everDefined(instrumentId);
        return null == instrument || instrument.isMoved ? null : instrument;
    }

    /** Instrument of an id that may come from outside, also one that another partition has now; or null. */
    public Instrument everDefined(final int instrumentId)
    {
        final int index = instrumentIds.indexOf(instrumentId);
        return KeyTable.MISSING == index ? null : instruments[index];
    }

    public int instrumentCount()
    {
        return instrumentIds.size();
    }

    /** Instrument by rank of its id, ascending. */
    public Instrument instrumentById(final int rank)
    {
        return instrumentsById[rank];
    }

    /** Whether another instrument already has this symbol. */
    public boolean isSymbolTaken(final DefineInstrumentDecoder definition)
    {
        final byte[] symbol = new byte[Instrument.SYMBOL_LENGTH];
        definition.getSymbol(symbol, 0);
        return symbols.contains(ByteBuffer.wrap(symbol));
    }

    public void addInstrument(final Instrument instrument)
    {
        final int index = instrumentIds.add(instrument.instrumentId);
        if (index == instruments.length)
        {
            instruments = Arrays.copyOf(instruments, index << 1);
            instrumentsById = Arrays.copyOf(instrumentsById, index << 1);
        }
        instruments[index] = instrument;
        symbols.add(ByteBuffer.wrap(instrument.symbol));

        final int rank = rankOf(instrument.instrumentId, index);
        System.arraycopy(instrumentsById, rank, instrumentsById, rank + 1, index - rank);
        instrumentsById[rank] = instrument;
    }

    /** Number of instruments with a smaller id, of so many. */
    private int rankOf(final int instrumentId, final int count)
    {
        int low = 0;
        int high = count;
        while (low < high)
        {
            final int middle = low + high >>> 1;
            if (instrumentsById[middle].instrumentId < instrumentId)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }

    private static ByteBuffer loginName(final int protocol, final byte[] name)
    {
        return ByteBuffer.allocate(1 + name.length).put((byte)protocol).put(name).flip();
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(clearingFirms);
        hash.add(brokerageFirms.size());
        for (int i = 0; i < brokerageFirms.size(); i++)
        {
            firms[i].hashInto(hash);
        }
        hash.add(accounts);
        for (int i = 0; i < accounts.size(); i++)
        {
            hash.add(definedClientId(i));
        }
        hash.add(loginIds.size());
        for (int i = 0; i < loginIds.size(); i++)
        {
            logins[i].hashInto(hash);
        }
        hash.add(instrumentCount());
        for (int i = 0; i < instrumentCount(); i++)
        {
            instrumentsById[i].hashInto(hash);
        }
    }
}
