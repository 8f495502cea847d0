// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.metrics.MetricsServer;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows the metrics of a venue in a process of its own.
 */
@Command(
    name = "metrics",
    sortOptions = false,
    description = {
        "Shows metrics and health of a venue over HTTP, in a process of its own: /metrics for Prometheus, " +
            "/health/live and /health/ready with the reasons in words. It reads counters files and changes " +
            "nothing; the venue may start and stop meanwhile. docs/metrics.md names every metric."},
    footer = {
        "  bourse metrics --data /var/lib/bourse",
        "  bourse metrics --config venue.conf --data /var/lib/bourse/0 --data /var/lib/bourse/components",
        "  curl http://127.0.0.1:9464/health/ready"})
public final class MetricsCommand extends CliCommand
{
    @Mixin private MetricsSources sources;

    @Option(names = "--port", paramLabel = "PORT", description = "Overrides venue.metrics.port; 0 takes a free one.")
    private Integer port;

    @Option(names = "--bind", paramLabel = "ADDRESS",
        description = "Overrides venue.metrics.bind, an address of loopback; others need venue.metrics.tls.")
    private String bind;

    @Override
    protected void run(final PrintWriter out)
    {
        final Map<String, Object> overrides = new LinkedHashMap<>();
        if (null != port)
        {
            overrides.put("venue.metrics.port", port);
        }
        if (null != bind)
        {
            overrides.put("venue.metrics.bind", bind);
        }
        final List<VenueConfig> configs = sources.configs(overrides);
        final VenueConfig config = configs.getFirst();
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier();
            MetricsServer server = new MetricsServer(config, sources.dataDirs(configs)))
        {
            final InetSocketAddress address = server.localAddress();
            out.println((null == config.metrics().tls() ? "http://" : "https://") +
                address.getAddress().getHostAddress() + ':' + address.getPort() + "/metrics");
            out.println("ready");
            barrier.await();
        }
    }
}
