// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The heart of Bourse: commands go in, are journalled, executed by one thread, and come out as a recorded stream of
 * events. {@code core} decides, {@code protocol} is the language it is spoken to in, {@code host} runs it and makes it
 * durable, {@code client} is how every other room talks to it. {@code channel} and {@code timestamps} are not of the
 * engine: they are what several rooms need alike, how connections are taken and how times are written down.
 */
package io.bourse.engine;
