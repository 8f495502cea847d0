// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// A venue of several partitions: rows name theirs, and a page says which of them stand still.

/** The end of a path that names the partition of a row, if it has one. */
export function ofPartition({ partition }) {
  return undefined === partition ? '' : `/${partition}`;
}

/** Words before what is said of one of several partitions. */
export function named({ partition }) {
  return undefined === partition ? '' : `partition ${partition} · `;
}
