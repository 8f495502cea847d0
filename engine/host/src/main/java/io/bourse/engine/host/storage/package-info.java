// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Data directories of hosts: who owns one, its lock, free space, files that are mapped ahead.
 */
package io.bourse.engine.host.storage;
