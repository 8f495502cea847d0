// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

/**
 * What a request was answered with.
 *
 * @param status of HTTP.
 * @param body JSON.
 * @param isLast whether the same request, sent again, gets this answer: something was done, or may have been.
 */
record Reply(int status, String body, boolean isLast)
{
}
