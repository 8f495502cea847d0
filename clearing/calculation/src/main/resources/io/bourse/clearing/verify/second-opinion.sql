-- Copyright 2026 The Bourse Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Positions, margin and fees of a run, from the columns of the day. A statement ends with a semicolon at the end of a
-- line. Prices and point values are decimals of five digits, money of two. A division that has to be rounded is done on
-- whole numbers, for decimals are divided as floating point here. round() of a decimal goes half away from zero.

-- Whole quotient, half away from zero; b above 0.
CREATE OR REPLACE MACRO quotient(a, b) AS
    CASE WHEN a < 0 THEN -((2 * -a + b) // (2 * b)) ELSE (2 * a + b) // (2 * b) END;

-- Money of one contract at a price.
CREATE OR REPLACE MACRO unit(price, k) AS
    round(price::DECIMAL(20, 5) * k::DECIMAL(18, 5), 2)::DECIMAL(20, 2);

CREATE OR REPLACE MACRO whole(price) AS
    (price::DECIMAL(38, 5) * 100000)::HUGEINT;

-- Margin of one perpetual contract: (SP - ref) * W / R - swap * lot, rounded once.
CREATE OR REPLACE MACRO perpetual(sp, ref, w, r, swap, lot) AS
    (quotient((whole(sp) - whole(ref)) * whole(w) - 10 * swap::HUGEINT * lot * whole(r), 1000 * whole(r)))
        ::DECIMAL(20, 0) * 0.01::DECIMAL(2, 2);

-- What one lot bought or carried at a reference price has earned.
CREATE OR REPLACE MACRO earned(style, is_carried, sp, ref, w, r, k, swap, lot) AS
    CASE
        WHEN style IN ('FUTURE', 'MARGINED_OPTION') THEN unit(sp, k) - unit(ref, k)
        WHEN style = 'PERPETUAL' THEN perpetual(sp, ref, w, r, swap, lot)
        WHEN style = 'PREMIUM_OPTION' AND NOT is_carried THEN -unit(ref, k)
        ELSE 0
    END::DECIMAL(24, 2);

-- Fee of one future for a taker, one part of it; rate is a fraction.
CREATE OR REPLACE MACRO future_fee(price, k, rate) AS
    CASE
        WHEN rate IS NULL THEN NULL
        WHEN rate = 0 THEN 0
        ELSE greatest(0.01, round(unit(abs(price), k) * rate::DECIMAL(18, 8), 2))
    END::DECIMAL(20, 2);

-- Fee of one option for a taker, one part of it; without a future that it is on, the premium alone decides.
CREATE OR REPLACE MACRO option_fee(underlying_fee, premium, k, rate) AS
    CASE
        WHEN rate = 0 THEN 0
        WHEN underlying_fee IS NULL THEN round(unit(abs(premium), k) * rate::DECIMAL(18, 8), 2)
        ELSE least(2 * underlying_fee, round(unit(abs(premium), k) * rate::DECIMAL(18, 8), 2))
    END::DECIMAL(20, 2);

CREATE OR REPLACE MACRO fee_of(style, price, k, rate, underlying_fee) AS
    CASE
        WHEN style IN ('FUTURE', 'PERPETUAL', 'SPOT') THEN future_fee(price, k, rate)
        WHEN style IN ('MARGINED_OPTION', 'PREMIUM_OPTION') THEN option_fee(underlying_fee, price, k, rate)
        ELSE 0
    END::DECIMAL(20, 2);

CREATE OR REPLACE TABLE valued AS
SELECT
    *,
    (quotient(whole(w) * 100000, whole(r))::DECIMAL(38, 0) * 0.00001::DECIMAL(5, 5))::DECIMAL(18, 5) AS k,
    (quotient(whole(paid_w) * 100000, whole(r))::DECIMAL(38, 0) * 0.00001::DECIMAL(5, 5))::DECIMAL(18, 5) AS paid_k
FROM contract
WHERE style <> 'STRATEGY';

-- Fees of the future that an option is on, at its settlement price.
CREATE OR REPLACE TABLE charged AS
SELECT
    o.*,
    future_fee(CASE WHEN u.is_fee_of_trade THEN u.settlement ELSE u.previous END, u.k, u.exchange_rate)
        AS underlying_exchange_fee,
    future_fee(CASE WHEN u.is_fee_of_trade THEN u.settlement ELSE u.previous END, u.k, u.clearing_rate)
        AS underlying_clearing_fee
FROM valued o LEFT JOIN valued u ON u.instrument = o.underlying;

-- A lot is worth the same to everybody who has it from the same price: each price is looked at once. Who takes a
-- position over in this run has not held it in the session and pays no swap.
CREATE OR REPLACE TABLE reference AS
SELECT instrument, price, false AS is_carried, false AS is_taken_over FROM leg
UNION SELECT instrument, price, false, is_taken_over FROM movement
UNION SELECT instrument, price, false, false FROM paid_movement
UNION SELECT instrument, previous, true, false FROM charged;

CREATE OR REPLACE TABLE priced AS
SELECT
    p.instrument,
    p.price,
    p.is_carried,
    p.is_taken_over,
    earned(c.style, p.is_carried, c.settlement, p.price, c.w, c.r, c.k,
        CASE WHEN p.is_taken_over THEN 0 ELSE c.swap END, c.lot_units) AS day,
    CASE
        WHEN c.has_paid THEN earned(c.style, p.is_carried, c.paid_settlement, p.price, c.paid_w, c.r, c.paid_k,
            c.paid_swap, c.lot_units)
        ELSE 0
    END AS paid,
    fee_of(c.style, CASE WHEN c.is_fee_of_trade THEN p.price ELSE c.previous END, c.k, c.exchange_rate,
        c.underlying_exchange_fee) AS exchange_fee,
    fee_of(c.style, CASE WHEN c.is_fee_of_trade THEN p.price ELSE c.previous END, c.k, c.clearing_rate,
        c.underlying_clearing_fee) AS clearing_fee
FROM reference p JOIN charged c USING (instrument);

-- Everything that gives or takes lots in the day, with what one of them has earned, and earned when the last run of the
-- day was made.
CREATE OR REPLACE VIEW flow AS
SELECT f.account, f.instrument, f.lots AS begun, 0 AS bought, 0 AS sold, 0 AS moved, f.lots, p.day, p.paid
FROM carried f JOIN priced p ON p.instrument = f.instrument AND p.is_carried
UNION ALL
SELECT f.account, f.instrument, 0, CASE WHEN f.side = 0 THEN f.lots ELSE 0 END,
    CASE WHEN f.side = 1 THEN f.lots ELSE 0 END, 0, CASE WHEN f.side = 0 THEN f.lots ELSE -f.lots END, p.day,
    CASE WHEN f.is_paid THEN p.paid ELSE 0 END
FROM leg f JOIN priced p ON p.instrument = f.instrument AND p.price = f.price AND NOT p.is_carried
    AND NOT p.is_taken_over
UNION ALL
SELECT f.account, f.instrument, 0, 0, 0, f.lots, f.lots, p.day, 0
FROM movement f JOIN priced p ON p.instrument = f.instrument AND p.price = f.price AND NOT p.is_carried
    AND p.is_taken_over = f.is_taken_over
UNION ALL
SELECT f.account, f.instrument, 0, 0, 0, f.lots, f.lots, p.day, p.paid
FROM paid_movement f JOIN priced p ON p.instrument = f.instrument AND p.price = f.price AND NOT p.is_carried
    AND NOT p.is_taken_over;

CREATE OR REPLACE TABLE margin AS
SELECT
    account,
    instrument,
    sum(begun) AS pos_beg,
    sum(bought) AS buys,
    sum(sold) AS sells,
    sum(moved) AS moved,
    sum(lots * day) AS vm_day,
    sum(lots * paid) AS vm_paid
FROM flow
GROUP BY account, instrument;

-- A trade that was broken or corrected, and its reversal, pay nothing and pair with nothing.
CREATE OR REPLACE TABLE charged_lots AS
SELECT account, instrument, sum(CASE WHEN side = 0 THEN lots ELSE 0 END) AS buys,
    sum(CASE WHEN side = 1 THEN lots ELSE 0 END) AS sells
FROM leg
WHERE NOT is_reversed
GROUP BY account, instrument;

-- Lots of the same register, instrument and side that were traded before a leg; the first traded are scalped first.
CREATE OR REPLACE TABLE matched AS
SELECT
    l.account,
    l.instrument,
    l.trade,
    l.side,
    l.lots,
    l.price,
    l.is_taker,
    greatest(0, least(l.lots, least(m.buys, m.sells) - (sum(l.lots) OVER earlier - l.lots))) AS scalped
FROM leg l JOIN charged_lots m USING (account, instrument)
WHERE (SELECT bool_or(is_charged) FROM contract) AND NOT l.is_reversed
WINDOW earlier AS
    (PARTITION BY l.account, l.instrument, l.side ORDER BY l.trade ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW);

-- What that leaves of options: calls bought and puts sold gain when the underlying rises, the others when it falls.
CREATE OR REPLACE TABLE rest AS
SELECT m.account, m.instrument, m.trade, m.side, c.underlying_id, c.lot_units, (m.side = 0) = c.is_call AS is_rising,
    m.lots - m.scalped AS lots
FROM matched m JOIN contract c USING (instrument)
WHERE c.is_call IS NOT NULL AND c.underlying_id <> 0 AND m.lots > m.scalped;

-- Lots of one underlying and lot size that gain in one direction are paired with those that gain in the other.
CREATE OR REPLACE TABLE both_sides AS
SELECT account, underlying_id, lot_units,
    least(sum(CASE WHEN is_rising THEN lots ELSE 0 END), sum(CASE WHEN is_rising THEN 0 ELSE lots END)) AS lots
FROM rest
GROUP BY account, underlying_id, lot_units;

CREATE OR REPLACE TABLE option_pair AS
SELECT r.account, r.instrument, r.trade, r.side,
    greatest(0, least(r.lots, b.lots - (sum(r.lots) OVER earlier - r.lots))) AS scalped
FROM rest r JOIN both_sides b USING (account, underlying_id, lot_units)
WINDOW earlier AS (PARTITION BY r.account, r.underlying_id, r.lot_units, r.is_rising ORDER BY r.trade
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW);

CREATE OR REPLACE TABLE paired AS
SELECT m.account, m.instrument, m.lots, m.price, m.is_taker, m.scalped + coalesce(p.scalped, 0) AS scalped
FROM matched m LEFT JOIN option_pair p USING (account, instrument, trade, side);

-- A scalped lot pays half.
CREATE OR REPLACE VIEW leg_fee AS
SELECT
    l.account,
    l.instrument,
    round(p.exchange_fee * (2 * l.lots::BIGINT - l.scalped)::DECIMAL(11, 0) * 0.5, 2) AS fee_ex,
    round(p.clearing_fee * (2 * l.lots::BIGINT - l.scalped)::DECIMAL(11, 0) * 0.5, 2) AS fee_cc
FROM paired l JOIN priced p ON p.instrument = l.instrument AND p.price = l.price AND NOT p.is_carried
    AND NOT p.is_taken_over
WHERE l.is_taker;

-- Value added tax is rounded for every leg and part of the fee.
CREATE OR REPLACE TABLE fee AS
SELECT
    l.account,
    l.instrument,
    sum(l.fee_ex) AS fee_ex,
    sum(l.fee_cc) AS fee_cc,
    sum(round(l.fee_ex::DECIMAL(20, 2) * c.vat_rate, 2)) AS vat_ex,
    sum(round(l.fee_cc::DECIMAL(20, 2) * c.vat_rate, 2)) AS vat_cc
FROM leg_fee l JOIN contract c USING (instrument)
GROUP BY l.account, l.instrument;

CREATE OR REPLACE VIEW opinion AS
SELECT
    account,
    instrument,
    pos_beg::BIGINT AS pos_beg,
    buys::BIGINT AS buys,
    sells::BIGINT AS sells,
    moved::BIGINT AS moved,
    (pos_beg + buys - sells + moved)::BIGINT AS pos_end,
    (vm_day * 100)::BIGINT AS vm_day,
    (vm_paid * 100)::BIGINT AS vm_paid,
    (coalesce(fee_ex, 0) * 100)::BIGINT AS fee_ex,
    (coalesce(fee_cc, 0) * 100)::BIGINT AS fee_cc,
    (coalesce(vat_ex, 0) * 100)::BIGINT AS vat_ex,
    (coalesce(vat_cc, 0) * 100)::BIGINT AS vat_cc
FROM margin LEFT JOIN fee USING (account, instrument)
WHERE pos_beg <> 0 OR buys <> 0 OR sells <> 0 OR moved <> 0 OR vm_day <> 0 OR vm_paid <> 0;
