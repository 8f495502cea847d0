// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Passwords of FIX logins: their file, their policy, what happens when they are wrong, and the thread that checks them.
 * A secret is an array that is wiped when it is not needed any more; it is in no text, log or exception.
 */
package io.bourse.gateway.fix.password;
