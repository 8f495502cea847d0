// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.protocol.AccountCode;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where collateral lives (rules 1.1): settlement accounts that an operator has defined, and the brokerage firms under
 * them. A brokerage firm without an assignment belongs to the settlement account that has the code of its clearing
 * firm, the first two characters, whether that is defined or not.
 */
public final class IngestedAccounts
{
    private static final int CLEARING_FIRM_LENGTH = 2;

    private final List<String> defined = new ArrayList<>();
    /** By brokerage firm. */
    private final SortedMap<String, String> assigned = new TreeMap<>();

    void define(final String code)
    {
        if (!defined.contains(code))
        {
            defined.add(code);
        }
    }

    void assign(final String brokerageFirm, final String code)
    {
        assigned.put(brokerageFirm, code);
    }

    /**
     * Codes of the settlement accounts that the engine knows.
     *
     * @return in order of definition, unmodifiable.
     */
    public List<String> defined()
    {
        return Collections.unmodifiableList(defined);
    }

    /**
     * Settlement accounts that brokerage firms were assigned to.
     *
     * @return by brokerage firm, unmodifiable; without those that are not assigned.
     */
    public SortedMap<String, String> assigned()
    {
        return Collections.unmodifiableSortedMap(assigned);
    }

    /**
     * Settlement account of a brokerage firm.
     *
     * @param brokerageFirm four characters.
     * @return code, up to twelve characters.
     */
    public String ofFirm(final String brokerageFirm)
    {
        final String code = assigned.get(brokerageFirm);
        return null == code ? brokerageFirm.substring(0, CLEARING_FIRM_LENGTH) : code;
    }

    /**
     * Settlement account of a client register. Allocates.
     *
     * @param accountCode packed.
     * @return code, up to twelve characters.
     */
    public String of(final long accountCode)
    {
        return ofFirm(AccountCode.unpack(accountCode).substring(0, AccountCode.BROKERAGE_FIRM_LENGTH));
    }

    void write(final DataOutput out) throws IOException
    {
        out.writeInt(defined.size());
        for (final String code : defined)
        {
            out.writeUTF(code);
        }
        out.writeInt(assigned.size());
        for (final Map.Entry<String, String> each : assigned.entrySet())
        {
            out.writeUTF(each.getKey());
            out.writeUTF(each.getValue());
        }
    }

    void read(final DataInput in) throws IOException
    {
        final int definitions = in.readInt();
        for (int i = 0; i < definitions; i++)
        {
            defined.add(in.readUTF());
        }
        final int assignments = in.readInt();
        for (int i = 0; i < assignments; i++)
        {
            assigned.put(in.readUTF(), in.readUTF());
        }
    }
}
