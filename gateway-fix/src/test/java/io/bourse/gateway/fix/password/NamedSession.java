// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.wire.FixWriter;

/** A session that has only a name and options: what a check may look at. */
record NamedSession(String name, FixSessionOptions options) implements FixSession
{
    @Override
    public int loginId()
    {
        return 1;
    }

    @Override
    public String brokerageFirm()
    {
        return "AA01";
    }

    @Override
    public boolean isLoggedOn()
    {
        return false;
    }

    @Override
    public void send(final FixWriter message)
    {
        throw new IllegalStateException("not logged on");
    }

    @Override
    public void sendVolatile(final FixWriter message)
    {
        throw new IllegalStateException("not logged on");
    }

    @Override
    public long unsentBytes()
    {
        return 0;
    }

    @Override
    public void logout(final String text)
    {
        throw new IllegalStateException("not logged on");
    }
}
