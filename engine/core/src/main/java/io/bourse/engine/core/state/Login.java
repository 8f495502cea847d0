// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.protocol.DefineLoginDecoder;
import io.bourse.engine.protocol.LoginGateways;
import io.bourse.engine.protocol.LoginProtocol;

/**
 * Who may send orders, for which firm.
 */
public final class Login implements HashedState
{
    public final int loginId;
    public final LoginProtocol protocol;
    /** 20 bytes, zero-filled. */
    public final byte[] name = new byte[DefineLoginDecoder.nameLength()];
    public final BrokerageFirm firm;
    /** Its limits; hashed by {@code PreTradeRisk}. */
    public final Register register = new Register();
    /** Bits of {@code LoginRights}. */
    public short rights;
    /** Cancel on disconnect after this long; negative: never. */
    public long disconnectGraceNs = -1;
    /** A kill switch stands: no new orders. */
    public boolean isStopped;
    /** Only an operator may lift it. */
    public boolean isStoppedByOperator;
    /** With which it is connected, see {@link LoginGateways}. */
    public long gateways;
    /** Of the timer of a disconnect, 0 for none. */
    public long disconnectDeadlineId;
    /** When a disconnect will cancel its day orders, engine time; 0: it will not. */
    public long cancelAtNs;
    /** Live orders, oldest first: see {@link OrderTable}. */
    public Order firstOrder;
    Order lastOrder;
    /** How many there are in that list. */
    int liveOrders;

    public Login(final DefineLoginDecoder from, final BrokerageFirm firm)
    {
        loginId = from.loginId();
        protocol = from.protocol();
        from.getName(name, 0);
        this.firm = firm;
    }

    /**
     * Makes a login of a snapshot.
     *
     * @param loginId from 1.
     * @param protocol that it speaks.
     * @param name as it was defined; copied.
     * @param firm whose it is.
     */
    public Login(final int loginId, final LoginProtocol protocol, final byte[] name, final BrokerageFirm firm)
    {
        this.loginId = loginId;
        this.protocol = protocol;
        System.arraycopy(name, 0, this.name, 0, this.name.length);
        this.firm = firm;
    }

    public boolean isConnected()
    {
        return LoginGateways.NONE != gateways;
    }

    public boolean hasName(final DefineLoginDecoder other)
    {
        return other.protocolRaw() == protocol.value() &&
            FieldCheck.contains(other.buffer(), other.offset() + DefineLoginDecoder.nameEncodingOffset(), name);
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(loginId);
        hash.add(protocol.value());
        hash.add(firm.code);
        hash.add(name);
        hash.add(rights);
        hash.add(disconnectGraceNs);
        hash.add(isStopped);
        hash.add(isStoppedByOperator);
        hash.add(isConnected());
        hash.add(cancelAtNs);
        // Histories of before feature level 12 have hashes that do not know of gateways.
        if (0 != (gateways & ~LoginGateways.UNKNOWN))
        {
            hash.add(gateways);
        }
    }
}
