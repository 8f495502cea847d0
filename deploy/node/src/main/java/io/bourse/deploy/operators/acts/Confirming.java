// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import java.util.List;

/**
 * Asks before something is done that is easily a mistake.
 */
@FunctionalInterface
public interface Confirming
{
    /** Does it without asking. */
    Confirming NOT_ASKED = (findings, alternatives) ->
    {
    };

    /**
     * Requires an answer.
     *
     * @param findings what should be known before; empty when there is nothing to ask.
     * @param alternatives what else may be done; empty for nothing.
     * @throws RuntimeException when the answer is not yes; nothing was done.
     */
    void require(List<String> findings, String alternatives);
}
