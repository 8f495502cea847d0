// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.DefineLoginDecoder;
import io.bourse.engine.protocol.LoginProtocol;

/**
 * Who may send orders, for which firm.
 */
final class Login
{
    final int loginId;
    final LoginProtocol protocol;
    /** 20 bytes, zero-filled. */
    final byte[] name = new byte[DefineLoginDecoder.nameLength()];
    /** Packed four characters. */
    final long brokerageFirm;

    Login(final DefineLoginDecoder from, final long brokerageFirm)
    {
        loginId = from.loginId();
        protocol = from.protocol();
        from.getName(name, 0);
        this.brokerageFirm = brokerageFirm;
    }

    boolean hasName(final DefineLoginDecoder other)
    {
        return other.protocolRaw() == protocol.value() &&
            FieldCheck.contains(other.buffer(), other.offset() + DefineLoginDecoder.nameEncodingOffset(), name);
    }
}
