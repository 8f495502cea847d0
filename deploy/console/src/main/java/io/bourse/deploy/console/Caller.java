// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import io.javalin.http.Context;

/**
 * The person who has sent a request.
 *
 * @param name of an operator or of a reader.
 * @param mayAct whether that is the operator whose key this console holds; otherwise nothing may be changed.
 * @param firm brokerage firm that alone is shown, in the console of a member's risk officer; null in others.
 */
public record Caller(String name, boolean mayAct, String firm)
{
    private static final String ATTRIBUTE = "caller";

    /**
     * Who has sent a request.
     *
     * @param request below {@code /api/v1/} that needs a session.
     * @return caller.
     */
    public static Caller of(final Context request)
    {
        return request.attribute(ATTRIBUTE);
    }

    /** Whether what is of a firm, or of no one firm when that is null, may be shown. */
    public boolean mayRead(final String ofFirm)
    {
        return null == firm || firm.equals(ofFirm);
    }

    void isOf(final Context request)
    {
        request.attribute(ATTRIBUTE, this);
    }
}
