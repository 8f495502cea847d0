// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

/**
 * State that goes into the hash of the core. Whatever decides what a later command does belongs here; whatever can be
 * computed from it does not.
 */
public interface HashedState
{
    /**
     * Adds everything in a defined order, beginning with the number of things where it varies.
     *
     * @param hash to add to.
     */
    void hashInto(StateHash hash);
}
