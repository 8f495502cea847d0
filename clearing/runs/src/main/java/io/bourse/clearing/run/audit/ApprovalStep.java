// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import java.util.Locale;

/**
 * What needs a second pair of eyes (rules 6).
 */
public enum ApprovalStep
{
    /** The prices of the run, before anything is calculated with them. */
    PRICES,
    /** The results, before they are published. */
    PUBLISH,
    /** Trading is resumed without the results of the run. */
    REOPEN,
    /** A member is a defaulter, or what becomes of one. */
    DEFAULT,
    /** The open session gets another trading date. */
    SESSION,
    /** A command that the core cannot execute is passed over. */
    QUARANTINE,
    /** Money or an asset of a member goes out. */
    PAY_OUT,
    /** The venue moves to its other site, or does not after all. */
    SITE;

    /**
     * Name in files and on command lines.
     *
     * @return lower case, words joined by hyphens.
     */
    public String text()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
