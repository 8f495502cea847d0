// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import java.time.Instant;

/**
 * One line of a password file.
 *
 * @param name of the login.
 * @param hash of its password.
 * @param changed when it was set, whole seconds.
 * @param mustChange whether it is good for one more logon only, which brings a new one.
 */
public record PasswordEntry(String name, PasswordHash hash, Instant changed, boolean mustChange)
{
}
