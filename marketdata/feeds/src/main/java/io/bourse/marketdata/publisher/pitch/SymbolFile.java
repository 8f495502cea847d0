// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.pitch.PitchSymbol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes which PITCH symbol stands for which instrument: a text file, replaced as a whole whenever an instrument is
 * new.
 */
final class SymbolFile
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SymbolFile.class);

    private final Path file;
    private int writtenCount;

    SymbolFile(final Path file)
    {
        this.file = file;
    }

    /** Writes the file if an instrument is new; returns 1 if it did. */
    int write(final int unit, final PitchInstruments instruments)
    {
        if (null == file || instruments.count() == writtenCount)
        {
            return 0;
        }
        writtenCount = instruments.count();
        final ArrayList<String> lines = new ArrayList<>();
        lines.add("unit,pitch_symbol,instrument_id,symbol");
        for (int i = 0; i < writtenCount; i++)
        {
            final PitchInstrument instrument = instruments.at(i);
            lines.add(unit + "," + PitchSymbol.text(instrument.symbol) + ',' +
                instrument.instrument.instrumentId() + ',' + instrument.instrument.symbol());
        }
        try
        {
            final Path directory = file.toAbsolutePath().getParent();
            Files.createDirectories(directory);
            final Path temporary = Files.write(directory.resolve(file.getFileName() + ".new"), lines);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        catch (final IOException ex)
        {
            // The feed goes on without it: symbols follow from the rules too.
            LOGGER.warn("The file of PITCH symbols cannot be written: file={}", file, ex);
        }
        return 1;
    }
}
