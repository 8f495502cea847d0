// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.VenueOperators;
import picocli.CommandLine.Mixin;

import java.nio.file.Path;

/**
 * A command about one venue.
 */
public abstract class VenueCommand extends CliCommand
{
    @Mixin private VenueDirectory venue;

    /**
     * Data directory of the venue.
     *
     * @return directory.
     */
    protected final Path dataDir()
    {
        return venue.dataDir();
    }

    /**
     * Directory of clearing's files.
     *
     * @return directory, whether it is there or not.
     */
    protected final Path baseDir()
    {
        return VenueClearing.baseDir(dataDir());
    }

    /**
     * Control over the runs of the venue.
     *
     * @return control.
     */
    protected final RunControl control()
    {
        return new RunControl(baseDir(), System::currentTimeMillis, this::operators);
    }

    /**
     * Operators of the venue.
     *
     * @return register as it is now.
     */
    protected final Operators operators()
    {
        return VenueOperators.read(dataDir());
    }

    /** Prints what holds trading suspended, if something does. */
    protected final void printHalts()
    {
        HaltNotice.ofRuns(dataDir()).forEach(out()::println);
    }
}
