// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Arrays;

import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.DefineLoginDecoder;

/**
 * Member hierarchy, accounts, logins and instruments. Everything is kept in the order of definition; instruments also
 * by id. An account is nothing but its code and its dense id: there will be millions of them.
 */
final class ReferenceData
{
    private static final int INITIAL_CAPACITY = 16;

    private final KeyTable clearingFirms = new KeyTable();
    private final KeyTable brokerageFirms = new KeyTable();
    private final KeyTable accounts = new KeyTable();
    private final KeyTable loginIds = new KeyTable();
    private final KeyTable instrumentIds = new KeyTable();
    private Login[] logins = new Login[INITIAL_CAPACITY];
    private Instrument[] instruments = new Instrument[INITIAL_CAPACITY];
    private Instrument[] instrumentsById = new Instrument[INITIAL_CAPACITY];

    KeyTable clearingFirms()
    {
        return clearingFirms;
    }

    KeyTable brokerageFirms()
    {
        return brokerageFirms;
    }

    /** Account codes; the index is the account id. */
    KeyTable accounts()
    {
        return accounts;
    }

    /**
     * Login of an id that may come from outside.
     *
     * @param loginId any value.
     * @return the login, or null.
     */
    Login login(final int loginId)
    {
        final int index = loginIds.indexOf(loginId);
        return KeyTable.MISSING == index ? null : logins[index];
    }

    int loginCount()
    {
        return loginIds.size();
    }

    /** Login by order of definition. */
    Login loginAt(final int index)
    {
        return logins[index];
    }

    /** Whether another login already has this name on this protocol. */
    boolean isLoginNameTaken(final DefineLoginDecoder definition)
    {
        for (int i = 0; i < loginIds.size(); i++)
        {
            if (logins[i].hasName(definition))
            {
                return true;
            }
        }
        return false;
    }

    void addLogin(final Login login)
    {
        final int index = loginIds.add(login.loginId);
        if (index == logins.length)
        {
            logins = Arrays.copyOf(logins, index << 1);
        }
        logins[index] = login;
    }

    /**
     * Instrument of an id that may come from outside.
     *
     * @param instrumentId any value.
     * @return the instrument, or null.
     */
    Instrument instrument(final int instrumentId)
    {
        final int index = instrumentIds.indexOf(instrumentId);
        return KeyTable.MISSING == index ? null : instruments[index];
    }

    int instrumentCount()
    {
        return instrumentIds.size();
    }

    /** Instrument by rank of its id, ascending. */
    Instrument instrumentById(final int rank)
    {
        return instrumentsById[rank];
    }

    /** Whether another instrument already has this symbol. */
    boolean isSymbolTaken(final DefineInstrumentDecoder definition)
    {
        final int symbolOffset = definition.offset() + DefineInstrumentDecoder.symbolEncodingOffset();
        for (int i = 0; i < instrumentIds.size(); i++)
        {
            if (FieldCheck.contains(definition.buffer(), symbolOffset, instruments[i].symbol))
            {
                return true;
            }
        }
        return false;
    }

    void addInstrument(final Instrument instrument)
    {
        final int index = instrumentIds.add(instrument.instrumentId);
        if (index == instruments.length)
        {
            instruments = Arrays.copyOf(instruments, index << 1);
            instrumentsById = Arrays.copyOf(instrumentsById, index << 1);
        }
        instruments[index] = instrument;

        int rank = index;
        while (rank > 0 && instrumentsById[rank - 1].instrumentId > instrument.instrumentId)
        {
            instrumentsById[rank] = instrumentsById[rank - 1];
            rank--;
        }
        instrumentsById[rank] = instrument;
    }
}
