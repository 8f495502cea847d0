// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What two sites of a venue say to each other over a sealed connection: {@code SiteServer} is the venue, {@code
 * SiteFollower} a backup. The files of the data directory that no engine makes go to the backup, in batches that are
 * applied whole or not at all; both say of which term they are, and the lower one ends.
 */
package io.bourse.engine.host.site;
