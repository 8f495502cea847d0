// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How every other component talks to the engine: publish a command, follow events by cursor, read and move the
 * published watermark. Works inside the venue's process and from any other process on the machine alike.
 */
package io.bourse.engine.client;
