// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

/**
 * Tags of the messages of this room, by their names in the FIX specification.
 */
public final class Tags
{
    public static final int ACCOUNT = 1;
    public static final int AVG_PX = 6;
    public static final int CL_ORD_ID = 11;
    public static final int CUM_QTY = 14;
    public static final int CURRENCY = 15;
    public static final int EXEC_ID = 17;
    public static final int EXEC_INST = 18;
    public static final int SECURITY_ID_SOURCE = 22;
    public static final int LAST_PX = 31;
    public static final int LAST_QTY = 32;
    public static final int MSG_SEQ_NUM = 34;
    public static final int MSG_TYPE = 35;
    public static final int ORDER_ID = 37;
    public static final int ORDER_QTY = 38;
    public static final int ORD_STATUS = 39;
    public static final int ORD_TYPE = 40;
    public static final int ORIG_CL_ORD_ID = 41;
    public static final int POSS_DUP_FLAG = 43;
    public static final int PRICE = 44;
    public static final int REF_SEQ_NUM = 45;
    public static final int SECURITY_ID = 48;
    public static final int SIDE = 54;
    public static final int SYMBOL = 55;
    public static final int TEXT = 58;
    public static final int TIME_IN_FORCE = 59;
    public static final int TRANSACT_TIME = 60;
    public static final int VALID_UNTIL_TIME = 62;
    public static final int SETTL_TYPE = 63;
    public static final int TRADE_DATE = 75;
    public static final int POSS_RESEND = 97;
    public static final int STOP_PX = 99;
    public static final int CXL_REJ_REASON = 102;
    public static final int ORD_REJ_REASON = 103;
    public static final int MIN_QTY = 110;
    public static final int MAX_FLOOR = 111;
    public static final int QUOTE_ID = 117;
    public static final int EXPIRE_TIME = 126;
    public static final int QUOTE_REQ_ID = 131;
    public static final int BID_PX = 132;
    public static final int OFFER_PX = 133;
    public static final int BID_SIZE = 134;
    public static final int OFFER_SIZE = 135;
    public static final int NO_RELATED_SYM = 146;
    public static final int EXEC_TYPE = 150;
    public static final int LEAVES_QTY = 151;
    public static final int SECONDARY_ORDER_ID = 198;
    public static final int SUBSCRIPTION_REQUEST_TYPE = 263;
    public static final int DEF_BID_SIZE = 293;
    public static final int DEF_OFFER_SIZE = 294;
    public static final int NO_QUOTE_ENTRIES = 295;
    public static final int NO_QUOTE_SETS = 296;
    public static final int QUOTE_STATUS = 297;
    public static final int QUOTE_CANCEL_TYPE = 298;
    public static final int QUOTE_ENTRY_ID = 299;
    public static final int QUOTE_REJECT_REASON = 300;
    public static final int QUOTE_SET_ID = 302;
    public static final int TOT_NO_QUOTE_ENTRIES = 304;
    public static final int UNDERLYING_SYMBOL = 311;
    public static final int TRADING_SESSION_ID = 336;
    public static final int QUOTE_SET_VALID_UNTIL_TIME = 367;
    public static final int QUOTE_ENTRY_REJECT_REASON = 368;
    public static final int REF_MSG_TYPE = 372;
    public static final int COMPLIANCE_ID = 376;
    public static final int EXEC_RESTATEMENT_REASON = 378;
    public static final int BUSINESS_REJECT_REF_ID = 379;
    public static final int BUSINESS_REJECT_REASON = 380;
    public static final int PRICE_TYPE = 423;
    public static final int EXPIRE_DATE = 432;
    public static final int CXL_REJ_RESPONSE_TO = 434;
    public static final int MULTI_LEG_REPORTING_TYPE = 442;
    public static final int SECONDARY_EXEC_ID = 527;
    public static final int MASS_CANCEL_REQUEST_TYPE = 530;
    public static final int MASS_CANCEL_RESPONSE = 531;
    public static final int MASS_CANCEL_REJECT_REASON = 532;
    public static final int TOTAL_AFFECTED_ORDERS = 533;
    public static final int QUOTE_TYPE = 537;
    public static final int NO_SIDES = 552;
    public static final int TRADE_REQUEST_ID = 568;
    public static final int TRADE_REQUEST_TYPE = 569;
    public static final int PREVIOUSLY_REPORTED = 570;
    public static final int TRADE_REPORT_ID = 571;
    public static final int MASS_STATUS_REQ_ID = 584;
    public static final int MASS_STATUS_REQ_TYPE = 585;
    public static final int QUOTE_REQUEST_REJECT_REASON = 658;
    public static final int TOT_NUM_TRADE_REPORTS = 748;
    public static final int TRADE_REQUEST_RESULT = 749;
    public static final int TRADE_REQUEST_STATUS = 750;
    public static final int ORD_STATUS_REQ_ID = 790;
    public static final int COPY_MSG_INDICATOR = 797;
    public static final int TRADE_LEG_REF_ID = 824;
    public static final int TRD_TYPE = 828;
    public static final int LAST_LIQUIDITY_IND = 851;
    public static final int QTY_TYPE = 854;
    public static final int TOT_NUM_REPORTS = 911;
    public static final int LAST_RPT_REQUESTED = 912;
    /** How an order is kept from trading with its own: SelfTradeMode of the engine. */
    public static final int SELF_TRADE_MODE = 20_001;
    /** A slice of an iceberg is its MaxFloor plus or minus up to this. */
    public static final int DISPLAY_VARIANCE = 20_002;
    /** Tag of the client on an order, for mass cancels. */
    public static final int LINK_ID = 20_003;
    /** Whether a mass cancel is meant for the whole firm. */
    public static final int FIRM_WIDE = 20_004;

    private Tags()
    {
    }
}
