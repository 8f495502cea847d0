// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Metrics and health of a venue, seen from a process of its own (docs/metrics.md):
 *
 * <pre>
 *   counters files of components  --&gt;  ComponentSource  --\
 *   cnc.dat: driver, archive, cluster  --&gt;  DriverSource  --&gt;  VenueMetrics  --&gt;  MetricsServer
 *   /proc, disk, certificates, runs  --&gt;  HostSource ..  --/
 * </pre>
 */
package io.bourse.deploy.metrics;
