-- Copyright 2026 The Bourse Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- SIMBA SPECTRA, wire versions 8, 9, for Wireshark and tshark. Written by `bourse dissector` from
-- the schemas of Bourse: change those, not this. docs/wireshark/README.md says how to use it.

local proto = Proto("simba", "SIMBA SPECTRA")
local SCHEMA_ID = 19780
local HEADER_LENGTH = 8

local malformed = ProtoExpert.new("simba.malformed", "Malformed message", expert.group.MALFORMED, expert.severity.ERROR)
local unknown = ProtoExpert.new("simba.unknown", "Unknown template", expert.group.UNDECODED, expert.severity.NOTE)
proto.experts = {malformed, unknown}

-- Fields that may be filtered on. A name whose type is not the same everywhere appears once for each type.
local F = {
  blockLength = ProtoField.uint16("simba.blockLength", "blockLength"),
  templateId = ProtoField.uint16("simba.templateId", "templateId"),
  schemaId = ProtoField.uint16("simba.schemaId", "schemaId"),
  version = ProtoField.uint16("simba.version", "version"),
  message = ProtoField.string("simba.message", "message"),
  NewSeqNo = ProtoField.uint32("simba.NewSeqNo", "NewSeqNo"),
  LastMsgSeqNumProcessed = ProtoField.uint32("simba.LastMsgSeqNumProcessed", "LastMsgSeqNumProcessed"),
  SecurityID = ProtoField.int32("simba.SecurityID", "SecurityID"),
  Symbol = ProtoField.string("simba.Symbol", "Symbol"),
  SecurityTradingStatus = ProtoField.uint8("simba.SecurityTradingStatus", "SecurityTradingStatus", base.DEC, {[2] = "TradingHalt", [17] = "ReadyToTrade", [18] = "NotAvailableForTrading", [19] = "NotTradedOnThisMarket", [20] = "UnknownOrInvalid", [21] = "PreOpen", [119] = "DiscreteAuctionOpen", [121] = "DiscreteAuctionClose", [122] = "InstrumentHalt", [123] = "ClosePosition", [124] = "DiscreteAuctionClosePosition",}),
  HighLimitPx = ProtoField.double("simba.HighLimitPx", "HighLimitPx"),
  LowLimitPx = ProtoField.double("simba.LowLimitPx", "LowLimitPx"),
  InitialMarginOnBuy = ProtoField.double("simba.InitialMarginOnBuy", "InitialMarginOnBuy"),
  InitialMarginOnSell = ProtoField.double("simba.InitialMarginOnSell", "InitialMarginOnSell"),
  InitialMarginSyntetic = ProtoField.double("simba.InitialMarginSyntetic", "InitialMarginSyntetic"),
  Volatility = ProtoField.double("simba.Volatility", "Volatility"),
  TheorPrice = ProtoField.double("simba.TheorPrice", "TheorPrice"),
  TheorPriceLimit = ProtoField.double("simba.TheorPriceLimit", "TheorPriceLimit"),
  MktBidPx = ProtoField.double("simba.MktBidPx", "MktBidPx"),
  MktOfferPx = ProtoField.double("simba.MktOfferPx", "MktOfferPx"),
  MktBidSize = ProtoField.int64("simba.MktBidSize", "MktBidSize"),
  MktOfferSize = ProtoField.int64("simba.MktOfferSize", "MktOfferSize"),
  MDEntryID = ProtoField.int64("simba.MDEntryID", "MDEntryID"),
  MDEntryPx = ProtoField.double("simba.MDEntryPx", "MDEntryPx"),
  MDEntrySize = ProtoField.int64("simba.MDEntrySize", "MDEntrySize"),
  MDFlags = ProtoField.uint64("simba.MDFlags", "MDFlags", base.HEX),
  MDFlags_Day = ProtoField.bool("simba.MDFlags.Day", "Day"),
  MDFlags_IOC = ProtoField.bool("simba.MDFlags.IOC", "IOC"),
  MDFlags_NonQuote = ProtoField.bool("simba.MDFlags.NonQuote", "NonQuote"),
  MDFlags_EndOfTransaction = ProtoField.bool("simba.MDFlags.EndOfTransaction", "EndOfTransaction"),
  MDFlags_DueToCrossCancel = ProtoField.bool("simba.MDFlags.DueToCrossCancel", "DueToCrossCancel"),
  MDFlags_SecondLeg = ProtoField.bool("simba.MDFlags.SecondLeg", "SecondLeg"),
  MDFlags_FOK = ProtoField.bool("simba.MDFlags.FOK", "FOK"),
  MDFlags_Replace = ProtoField.bool("simba.MDFlags.Replace", "Replace"),
  MDFlags_Cancel = ProtoField.bool("simba.MDFlags.Cancel", "Cancel"),
  MDFlags_MassCancel = ProtoField.bool("simba.MDFlags.MassCancel", "MassCancel"),
  MDFlags_Negotiated = ProtoField.bool("simba.MDFlags.Negotiated", "Negotiated"),
  MDFlags_MultiLeg = ProtoField.bool("simba.MDFlags.MultiLeg", "MultiLeg"),
  MDFlags_CrossTrade = ProtoField.bool("simba.MDFlags.CrossTrade", "CrossTrade"),
  MDFlags_NegotiatedMatchByRef = ProtoField.bool("simba.MDFlags.NegotiatedMatchByRef", "NegotiatedMatchByRef"),
  MDFlags_COD = ProtoField.bool("simba.MDFlags.COD", "COD"),
  MDFlags_ActiveSide = ProtoField.bool("simba.MDFlags.ActiveSide", "ActiveSide"),
  MDFlags_PassiveSide = ProtoField.bool("simba.MDFlags.PassiveSide", "PassiveSide"),
  MDFlags_Synthetic = ProtoField.bool("simba.MDFlags.Synthetic", "Synthetic"),
  MDFlags_RFS = ProtoField.bool("simba.MDFlags.RFS", "RFS"),
  MDFlags_SyntheticPassive = ProtoField.bool("simba.MDFlags.SyntheticPassive", "SyntheticPassive"),
  MDFlags_BOC = ProtoField.bool("simba.MDFlags.BOC", "BOC"),
  MDFlags_DuringDiscreteAuction = ProtoField.bool("simba.MDFlags.DuringDiscreteAuction", "DuringDiscreteAuction"),
  MDFlags2 = ProtoField.uint64("simba.MDFlags2", "MDFlags2", base.HEX),
  MDFlags2_Zero = ProtoField.bool("simba.MDFlags2.Zero", "Zero"),
  RptSeq = ProtoField.uint32("simba.RptSeq", "RptSeq"),
  MDUpdateAction = ProtoField.uint8("simba.MDUpdateAction", "MDUpdateAction", base.DEC, {[0] = "New", [1] = "Change", [2] = "Delete",}),
  MDEntryType = ProtoField.string("simba.MDEntryType", "MDEntryType"),
  LastPx = ProtoField.double("simba.LastPx", "LastPx"),
  LastQty = ProtoField.int64("simba.LastQty", "LastQty"),
  TradeID = ProtoField.int64("simba.TradeID", "TradeID"),
  ExchangeTradingSessionID = ProtoField.uint32("simba.ExchangeTradingSessionID", "ExchangeTradingSessionID"),
  TransactTime = ProtoField.absolute_time("simba.TransactTime", "TransactTime", base.UTC),
  TotNumReports = ProtoField.uint32("simba.TotNumReports", "TotNumReports"),
  SecurityAltID = ProtoField.string("simba.SecurityAltID", "SecurityAltID"),
  SecurityAltIDSource = ProtoField.string("simba.SecurityAltIDSource", "SecurityAltIDSource"),
  SecurityType = ProtoField.string("simba.SecurityType", "SecurityType"),
  CFICode = ProtoField.string("simba.CFICode", "CFICode"),
  StrikePrice = ProtoField.double("simba.StrikePrice", "StrikePrice"),
  ContractMultiplier = ProtoField.int32("simba.ContractMultiplier", "ContractMultiplier"),
  Currency = ProtoField.string("simba.Currency", "Currency"),
  MarketSegmentID = ProtoField.string("simba.MarketSegmentID", "MarketSegmentID"),
  TradingSessionID = ProtoField.uint8("simba.TradingSessionID", "TradingSessionID", base.DEC, {[1] = "Day", [3] = "Morning", [5] = "Evening",}),
  ExchangeTradingSessionID_Int32NULL = ProtoField.int32("simba.ExchangeTradingSessionID_Int32NULL", "ExchangeTradingSessionID"),
  MinPriceIncrement = ProtoField.double("simba.MinPriceIncrement", "MinPriceIncrement"),
  MinPriceIncrementAmount = ProtoField.double("simba.MinPriceIncrementAmount", "MinPriceIncrementAmount"),
  UnderlyingQty = ProtoField.double("simba.UnderlyingQty", "UnderlyingQty"),
  UnderlyingCurrency = ProtoField.string("simba.UnderlyingCurrency", "UnderlyingCurrency"),
  MaturityDate = ProtoField.uint32("simba.MaturityDate", "MaturityDate"),
  MaturityTime = ProtoField.uint32("simba.MaturityTime", "MaturityTime"),
  Flags = ProtoField.uint64("simba.Flags", "Flags", base.HEX),
  Flags_EveningOrMorningSession = ProtoField.bool("simba.Flags.EveningOrMorningSession", "EveningOrMorningSession"),
  Flags_AnonymousTrading = ProtoField.bool("simba.Flags.AnonymousTrading", "AnonymousTrading"),
  Flags_PrivateTrading = ProtoField.bool("simba.Flags.PrivateTrading", "PrivateTrading"),
  Flags_DaySession = ProtoField.bool("simba.Flags.DaySession", "DaySession"),
  Flags_MultiLeg = ProtoField.bool("simba.Flags.MultiLeg", "MultiLeg"),
  Flags_Collateral = ProtoField.bool("simba.Flags.Collateral", "Collateral"),
  Flags_IntradayExercise = ProtoField.bool("simba.Flags.IntradayExercise", "IntradayExercise"),
  MinPriceIncrementAmountCurr = ProtoField.double("simba.MinPriceIncrementAmountCurr", "MinPriceIncrementAmountCurr"),
  SettlPriceOpen = ProtoField.double("simba.SettlPriceOpen", "SettlPriceOpen"),
  ValuationMethod = ProtoField.string("simba.ValuationMethod", "ValuationMethod"),
  RiskFreeRate = ProtoField.double("simba.RiskFreeRate", "RiskFreeRate"),
  FixedSpotDiscount = ProtoField.double("simba.FixedSpotDiscount", "FixedSpotDiscount"),
  ProjectedSpotDiscount = ProtoField.double("simba.ProjectedSpotDiscount", "ProjectedSpotDiscount"),
  SettlCurrency = ProtoField.string("simba.SettlCurrency", "SettlCurrency"),
  NegativePrices = ProtoField.uint8("simba.NegativePrices", "NegativePrices", base.DEC, {[0] = "NotEligible", [1] = "Eligible",}),
  DerivativeContractMultiplier = ProtoField.int32("simba.DerivativeContractMultiplier", "DerivativeContractMultiplier"),
  InterestRateRiskUp = ProtoField.double("simba.InterestRateRiskUp", "InterestRateRiskUp"),
  InterestRateRiskDown = ProtoField.double("simba.InterestRateRiskDown", "InterestRateRiskDown"),
  RiskFreeRate2 = ProtoField.double("simba.RiskFreeRate2", "RiskFreeRate2"),
  InterestRate2RiskUp = ProtoField.double("simba.InterestRate2RiskUp", "InterestRate2RiskUp"),
  InterestRate2RiskDown = ProtoField.double("simba.InterestRate2RiskDown", "InterestRate2RiskDown"),
  SettlPrice = ProtoField.double("simba.SettlPrice", "SettlPrice"),
  TradeModeID = ProtoField.int32("simba.TradeModeID", "TradeModeID"),
  GroupMask = ProtoField.int64("simba.GroupMask", "GroupMask"),
  SectionID = ProtoField.int32("simba.SectionID", "SectionID"),
  BaseContractID = ProtoField.int32("simba.BaseContractID", "BaseContractID"),
  TradePeriodAccess = ProtoField.uint64("simba.TradePeriodAccess", "TradePeriodAccess"),
  MDFeedType = ProtoField.string("simba.MDFeedType", "MDFeedType"),
  MarketDepth = ProtoField.uint32("simba.MarketDepth", "MarketDepth"),
  MDBookType = ProtoField.uint32("simba.MDBookType", "MDBookType"),
  UnderlyingSymbol = ProtoField.string("simba.UnderlyingSymbol", "UnderlyingSymbol"),
  UnderlyingBoard = ProtoField.string("simba.UnderlyingBoard", "UnderlyingBoard"),
  UnderlyingSecurityID = ProtoField.int32("simba.UnderlyingSecurityID", "UnderlyingSecurityID"),
  UnderlyingFutureID = ProtoField.int32("simba.UnderlyingFutureID", "UnderlyingFutureID"),
  LegSymbol = ProtoField.string("simba.LegSymbol", "LegSymbol"),
  LegSecurityID = ProtoField.int32("simba.LegSecurityID", "LegSecurityID"),
  LegRatioQty = ProtoField.int32("simba.LegRatioQty", "LegRatioQty"),
  InstrAttribValue = ProtoField.string("simba.InstrAttribValue", "InstrAttribValue"),
  InstrAttribType = ProtoField.int32("simba.InstrAttribType", "InstrAttribType"),
  EventType = ProtoField.int32("simba.EventType", "EventType"),
  EventDate = ProtoField.uint32("simba.EventDate", "EventDate"),
  EventTime = ProtoField.uint64("simba.EventTime", "EventTime"),
  SecurityDesc = ProtoField.string("simba.SecurityDesc", "SecurityDesc"),
  QuotationList = ProtoField.string("simba.QuotationList", "QuotationList"),
  TradSesOpenTime = ProtoField.uint64("simba.TradSesOpenTime", "TradSesOpenTime"),
  TradSesCloseTime = ProtoField.uint64("simba.TradSesCloseTime", "TradSesCloseTime"),
  TradSesStatus = ProtoField.uint8("simba.TradSesStatus", "TradSesStatus", base.DEC, {[1] = "Halted", [2] = "Open", [3] = "Closed", [4] = "PreOpen",}),
  TradSesEvent = ProtoField.uint8("simba.TradSesEvent", "TradSesEvent", base.DEC, {[0] = "TradingResumes", [1] = "ChangeOfTradingSession", [3] = "ChangeOfTradingStatus",}),
  TradePeriodID = ProtoField.int64("simba.TradePeriodID", "TradePeriodID"),
  SettlSessBegin = ProtoField.uint64("simba.SettlSessBegin", "SettlSessBegin"),
  ClrSessBegin = ProtoField.uint64("simba.ClrSessBegin", "ClrSessBegin"),
  Text = ProtoField.string("simba.Text", "Text"),
  ApplBegSeqNum = ProtoField.uint32("simba.ApplBegSeqNum", "ApplBegSeqNum"),
  ApplEndSeqNum = ProtoField.uint32("simba.ApplEndSeqNum", "ApplEndSeqNum"),
  HighLimitPxWeekend = ProtoField.double("simba.HighLimitPxWeekend", "HighLimitPxWeekend"),
  LowLimitPxWeekend = ProtoField.double("simba.LowLimitPxWeekend", "LowLimitPxWeekend"),
  ClearingSettlPrice = ProtoField.double("simba.ClearingSettlPrice", "ClearingSettlPrice"),
}

-- Layouts: name, block. A block: fields, groups, data. A field: its ProtoField, name, offset, length, kind, bytes of its
-- null or nil, exponent or names of values or fields of bits. A group: name, lengths of blockLength and numInGroup, block.
-- Data: its ProtoField, name, length of its length.
local L = {}
L[1] = {name = "Heartbeat", block = {fields = {
  }}}
L[2] = {name = "SequenceReset", block = {fields = {
    {F.NewSeqNo, "NewSeqNo", 0, 4, "number", nil},
  }}}
L[3] = {name = "EmptyBook", block = {fields = {
    {F.LastMsgSeqNumProcessed, "LastMsgSeqNumProcessed", 0, 4, "number", "FFFFFFFF"},
  }}}
L[4] = {name = "SecurityStatus", block = {fields = {
    {F.SecurityID, "SecurityID", 0, 4, "number", nil},
    {F.Symbol, "Symbol", 4, 25, "text", nil},
    {F.SecurityTradingStatus, "SecurityTradingStatus", 29, 1, "enumeration", "FF"},
    {F.HighLimitPx, "HighLimitPx", 30, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.LowLimitPx, "LowLimitPx", 38, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InitialMarginOnBuy, "InitialMarginOnBuy", 46, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.InitialMarginOnSell, "InitialMarginOnSell", 54, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.InitialMarginSyntetic, "InitialMarginSyntetic", 62, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
  }}}
L[5] = {name = "SecurityDefinitionUpdateReport", block = {fields = {
    {F.SecurityID, "SecurityID", 0, 4, "number", nil},
    {F.Volatility, "Volatility", 4, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.TheorPrice, "TheorPrice", 12, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.TheorPriceLimit, "TheorPriceLimit", 20, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
  }}}
L[6] = {name = "BestPrices", block = {fields = {
  }, groups = {
    {"NoMDEntries", 2, 1, {fields = {
        {F.MktBidPx, "MktBidPx", 0, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
        {F.MktOfferPx, "MktOfferPx", 8, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
        {F.MktBidSize, "MktBidSize", 16, 8, "number", "0000000000000080"},
        {F.MktOfferSize, "MktOfferSize", 24, 8, "number", "0000000000000080"},
        {F.SecurityID, "SecurityID", 32, 4, "number", nil},
      }}},
  }}}
L[7] = {name = "OrderUpdate", block = {fields = {
    {F.MDEntryID, "MDEntryID", 0, 8, "number", nil},
    {F.MDEntryPx, "MDEntryPx", 8, 8, "decimal", nil, -5},
    {F.MDEntrySize, "MDEntrySize", 16, 8, "number", nil},
    {F.MDFlags, "MDFlags", 24, 8, "set", nil, {{F.MDFlags_Day, 0, "Day"}, {F.MDFlags_IOC, 1, "IOC"}, {F.MDFlags_NonQuote, 2, "NonQuote"}, {F.MDFlags_EndOfTransaction, 12, "EndOfTransaction"}, {F.MDFlags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.MDFlags_SecondLeg, 14, "SecondLeg"}, {F.MDFlags_FOK, 19, "FOK"}, {F.MDFlags_Replace, 20, "Replace"}, {F.MDFlags_Cancel, 21, "Cancel"}, {F.MDFlags_MassCancel, 22, "MassCancel"}, {F.MDFlags_Negotiated, 26, "Negotiated"}, {F.MDFlags_MultiLeg, 27, "MultiLeg"}, {F.MDFlags_CrossTrade, 29, "CrossTrade"}, {F.MDFlags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.MDFlags_COD, 32, "COD"}, {F.MDFlags_ActiveSide, 41, "ActiveSide"}, {F.MDFlags_PassiveSide, 42, "PassiveSide"}, {F.MDFlags_Synthetic, 45, "Synthetic"}, {F.MDFlags_RFS, 46, "RFS"}, {F.MDFlags_SyntheticPassive, 57, "SyntheticPassive"}, {F.MDFlags_BOC, 60, "BOC"}, {F.MDFlags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.MDFlags2, "MDFlags2", 32, 8, "set", nil, {{F.MDFlags2_Zero, 0, "Zero"},}},
    {F.SecurityID, "SecurityID", 40, 4, "number", nil},
    {F.RptSeq, "RptSeq", 44, 4, "number", nil},
    {F.MDUpdateAction, "MDUpdateAction", 48, 1, "enumeration", nil},
    {F.MDEntryType, "MDEntryType", 49, 1, "letter", nil, {["0"] = "Bid", ["1"] = "Offer", ["J"] = "EmptyBook",}},
  }}}
L[8] = {name = "OrderExecution", block = {fields = {
    {F.MDEntryID, "MDEntryID", 0, 8, "number", nil},
    {F.MDEntryPx, "MDEntryPx", 8, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.MDEntrySize, "MDEntrySize", 16, 8, "number", "0000000000000080"},
    {F.LastPx, "LastPx", 24, 8, "decimal", nil, -5},
    {F.LastQty, "LastQty", 32, 8, "number", nil},
    {F.TradeID, "TradeID", 40, 8, "number", nil},
    {F.MDFlags, "MDFlags", 48, 8, "set", nil, {{F.MDFlags_Day, 0, "Day"}, {F.MDFlags_IOC, 1, "IOC"}, {F.MDFlags_NonQuote, 2, "NonQuote"}, {F.MDFlags_EndOfTransaction, 12, "EndOfTransaction"}, {F.MDFlags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.MDFlags_SecondLeg, 14, "SecondLeg"}, {F.MDFlags_FOK, 19, "FOK"}, {F.MDFlags_Replace, 20, "Replace"}, {F.MDFlags_Cancel, 21, "Cancel"}, {F.MDFlags_MassCancel, 22, "MassCancel"}, {F.MDFlags_Negotiated, 26, "Negotiated"}, {F.MDFlags_MultiLeg, 27, "MultiLeg"}, {F.MDFlags_CrossTrade, 29, "CrossTrade"}, {F.MDFlags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.MDFlags_COD, 32, "COD"}, {F.MDFlags_ActiveSide, 41, "ActiveSide"}, {F.MDFlags_PassiveSide, 42, "PassiveSide"}, {F.MDFlags_Synthetic, 45, "Synthetic"}, {F.MDFlags_RFS, 46, "RFS"}, {F.MDFlags_SyntheticPassive, 57, "SyntheticPassive"}, {F.MDFlags_BOC, 60, "BOC"}, {F.MDFlags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
    {F.MDFlags2, "MDFlags2", 56, 8, "set", nil, {{F.MDFlags2_Zero, 0, "Zero"},}},
    {F.SecurityID, "SecurityID", 64, 4, "number", nil},
    {F.RptSeq, "RptSeq", 68, 4, "number", nil},
    {F.MDUpdateAction, "MDUpdateAction", 72, 1, "enumeration", nil},
    {F.MDEntryType, "MDEntryType", 73, 1, "letter", nil, {["0"] = "Bid", ["1"] = "Offer", ["J"] = "EmptyBook",}},
  }}}
L[9] = {name = "OrderBookSnapshot", block = {fields = {
    {F.SecurityID, "SecurityID", 0, 4, "number", nil},
    {F.LastMsgSeqNumProcessed, "LastMsgSeqNumProcessed", 4, 4, "number", nil},
    {F.RptSeq, "RptSeq", 8, 4, "number", nil},
    {F.ExchangeTradingSessionID, "ExchangeTradingSessionID", 12, 4, "number", nil},
  }, groups = {
    {"NoMDEntries", 2, 1, {fields = {
        {F.MDEntryID, "MDEntryID", 0, 8, "number", "0000000000000080"},
        {F.TransactTime, "TransactTime", 8, 8, "time", nil},
        {F.MDEntryPx, "MDEntryPx", 16, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
        {F.MDEntrySize, "MDEntrySize", 24, 8, "number", "0000000000000080"},
        {F.TradeID, "TradeID", 32, 8, "number", "0000000000000080"},
        {F.MDFlags, "MDFlags", 40, 8, "set", nil, {{F.MDFlags_Day, 0, "Day"}, {F.MDFlags_IOC, 1, "IOC"}, {F.MDFlags_NonQuote, 2, "NonQuote"}, {F.MDFlags_EndOfTransaction, 12, "EndOfTransaction"}, {F.MDFlags_DueToCrossCancel, 13, "DueToCrossCancel"}, {F.MDFlags_SecondLeg, 14, "SecondLeg"}, {F.MDFlags_FOK, 19, "FOK"}, {F.MDFlags_Replace, 20, "Replace"}, {F.MDFlags_Cancel, 21, "Cancel"}, {F.MDFlags_MassCancel, 22, "MassCancel"}, {F.MDFlags_Negotiated, 26, "Negotiated"}, {F.MDFlags_MultiLeg, 27, "MultiLeg"}, {F.MDFlags_CrossTrade, 29, "CrossTrade"}, {F.MDFlags_NegotiatedMatchByRef, 31, "NegotiatedMatchByRef"}, {F.MDFlags_COD, 32, "COD"}, {F.MDFlags_ActiveSide, 41, "ActiveSide"}, {F.MDFlags_PassiveSide, 42, "PassiveSide"}, {F.MDFlags_Synthetic, 45, "Synthetic"}, {F.MDFlags_RFS, 46, "RFS"}, {F.MDFlags_SyntheticPassive, 57, "SyntheticPassive"}, {F.MDFlags_BOC, 60, "BOC"}, {F.MDFlags_DuringDiscreteAuction, 62, "DuringDiscreteAuction"},}},
        {F.MDFlags2, "MDFlags2", 48, 8, "set", nil, {{F.MDFlags2_Zero, 0, "Zero"},}},
        {F.MDEntryType, "MDEntryType", 56, 1, "letter", nil, {["0"] = "Bid", ["1"] = "Offer", ["J"] = "EmptyBook",}},
      }}},
  }}}
L[10] = {name = "SecurityDefinition", block = {fields = {
    {F.TotNumReports, "TotNumReports", 0, 4, "number", nil},
    {F.Symbol, "Symbol", 4, 25, "text", nil},
    {F.SecurityID, "SecurityID", 29, 4, "number", nil},
    {F.SecurityAltID, "SecurityAltID", 33, 25, "text", nil},
    {F.SecurityAltIDSource, "SecurityAltIDSource", 58, 1, "letter", nil, {["4"] = "ISIN", ["8"] = "ExchangeSymbol",}},
    {F.SecurityType, "SecurityType", 59, 4, "text", nil},
    {F.CFICode, "CFICode", 63, 6, "text", nil},
    {F.StrikePrice, "StrikePrice", 69, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.ContractMultiplier, "ContractMultiplier", 77, 4, "number", "00000080"},
    {F.SecurityTradingStatus, "SecurityTradingStatus", 81, 1, "enumeration", "FF"},
    {F.Currency, "Currency", 82, 3, "text", nil},
    {F.MarketSegmentID, "MarketSegmentID", 85, 1, "letter", nil, {["D"] = "Derivatives",}},
    {F.TradingSessionID, "TradingSessionID", 86, 1, "enumeration", "FF"},
    {F.ExchangeTradingSessionID_Int32NULL, "ExchangeTradingSessionID", 87, 4, "number", "00000080"},
    {F.Volatility, "Volatility", 91, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.HighLimitPx, "HighLimitPx", 99, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.LowLimitPx, "LowLimitPx", 107, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.MinPriceIncrement, "MinPriceIncrement", 115, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.MinPriceIncrementAmount, "MinPriceIncrementAmount", 123, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InitialMarginOnBuy, "InitialMarginOnBuy", 131, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.InitialMarginOnSell, "InitialMarginOnSell", 139, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.InitialMarginSyntetic, "InitialMarginSyntetic", 147, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.TheorPrice, "TheorPrice", 155, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.TheorPriceLimit, "TheorPriceLimit", 163, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.UnderlyingQty, "UnderlyingQty", 171, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.UnderlyingCurrency, "UnderlyingCurrency", 179, 3, "text", nil},
    {F.MaturityDate, "MaturityDate", 182, 4, "number", "FFFFFFFF"},
    {F.MaturityTime, "MaturityTime", 186, 4, "number", "FFFFFFFF"},
    {F.Flags, "Flags", 190, 8, "set", nil, {{F.Flags_EveningOrMorningSession, 0, "EveningOrMorningSession"}, {F.Flags_AnonymousTrading, 4, "AnonymousTrading"}, {F.Flags_PrivateTrading, 5, "PrivateTrading"}, {F.Flags_DaySession, 6, "DaySession"}, {F.Flags_MultiLeg, 8, "MultiLeg"}, {F.Flags_Collateral, 18, "Collateral"}, {F.Flags_IntradayExercise, 19, "IntradayExercise"},}},
    {F.MinPriceIncrementAmountCurr, "MinPriceIncrementAmountCurr", 198, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.SettlPriceOpen, "SettlPriceOpen", 206, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.ValuationMethod, "ValuationMethod", 214, 4, "text", nil},
    {F.RiskFreeRate, "RiskFreeRate", 218, 8, "number", "000000000000F87F"},
    {F.FixedSpotDiscount, "FixedSpotDiscount", 226, 8, "number", "000000000000F87F"},
    {F.ProjectedSpotDiscount, "ProjectedSpotDiscount", 234, 8, "number", "000000000000F87F"},
    {F.SettlCurrency, "SettlCurrency", 242, 3, "text", nil},
    {F.NegativePrices, "NegativePrices", 245, 1, "enumeration", nil},
    {F.DerivativeContractMultiplier, "DerivativeContractMultiplier", 246, 4, "number", "00000080"},
    {F.InterestRateRiskUp, "InterestRateRiskUp", 250, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InterestRateRiskDown, "InterestRateRiskDown", 258, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.RiskFreeRate2, "RiskFreeRate2", 266, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InterestRate2RiskUp, "InterestRate2RiskUp", 274, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InterestRate2RiskDown, "InterestRate2RiskDown", 282, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.SettlPrice, "SettlPrice", 290, 8, "number", "000000000000F87F"},
    {F.TradeModeID, "TradeModeID", 298, 4, "number", nil},
    {F.GroupMask, "GroupMask", 302, 8, "number", nil},
    {F.SectionID, "SectionID", 310, 4, "number", nil},
    {F.BaseContractID, "BaseContractID", 314, 4, "number", nil},
    {F.TradePeriodAccess, "TradePeriodAccess", 318, 8, "number", nil},
  }, groups = {
    {"NoMDFeedTypes", 2, 1, {fields = {
        {F.MDFeedType, "MDFeedType", 0, 25, "text", nil},
        {F.MarketDepth, "MarketDepth", 25, 4, "number", "FFFFFFFF"},
        {F.MDBookType, "MDBookType", 29, 4, "number", "FFFFFFFF"},
      }}},
    {"NoUnderlyings", 2, 1, {fields = {
        {F.UnderlyingSymbol, "UnderlyingSymbol", 0, 25, "text", nil},
        {F.UnderlyingBoard, "UnderlyingBoard", 25, 4, "text", nil},
        {F.UnderlyingSecurityID, "UnderlyingSecurityID", 29, 4, "number", "00000080"},
        {F.UnderlyingFutureID, "UnderlyingFutureID", 33, 4, "number", "00000080"},
      }}},
    {"NoLegs", 2, 1, {fields = {
        {F.LegSymbol, "LegSymbol", 0, 25, "text", nil},
        {F.LegSecurityID, "LegSecurityID", 25, 4, "number", nil},
        {F.LegRatioQty, "LegRatioQty", 29, 4, "number", nil},
      }}},
    {"NoInstrAttrib", 2, 1, {fields = {
        {F.InstrAttribValue, "InstrAttribValue", 0, 31, "text", nil},
        {F.InstrAttribType, "InstrAttribType", 31, 4, "number", nil},
      }}},
    {"NoEvents", 2, 1, {fields = {
        {F.EventType, "EventType", 0, 4, "number", nil},
        {F.EventDate, "EventDate", 4, 4, "number", nil},
        {F.EventTime, "EventTime", 8, 8, "number", nil},
      }}},
  }, data = {
    {F.SecurityDesc, "SecurityDesc", 2},
    {F.QuotationList, "QuotationList", 2},
  }}}
L[11] = {name = "TradingSessionStatus", block = {fields = {
    {F.TradSesOpenTime, "TradSesOpenTime", 0, 8, "number", nil},
    {F.TradSesCloseTime, "TradSesCloseTime", 8, 8, "number", nil},
    {F.TradingSessionID, "TradingSessionID", 16, 1, "enumeration", "FF"},
    {F.ExchangeTradingSessionID_Int32NULL, "ExchangeTradingSessionID", 17, 4, "number", "00000080"},
    {F.TradSesStatus, "TradSesStatus", 21, 1, "enumeration", nil},
    {F.MarketSegmentID, "MarketSegmentID", 22, 1, "letter", nil, {["D"] = "Derivatives",}},
    {F.TradSesEvent, "TradSesEvent", 23, 1, "enumeration", "FF"},
    {F.TradePeriodID, "TradePeriodID", 24, 8, "number", nil},
    {F.SettlSessBegin, "SettlSessBegin", 32, 8, "number", nil},
    {F.ClrSessBegin, "ClrSessBegin", 40, 8, "number", nil},
  }}}
L[12] = {name = "Logon", block = {fields = {
  }}}
L[13] = {name = "Logout", block = {fields = {
    {F.Text, "Text", 0, 256, "text", nil},
  }}}
L[14] = {name = "MarketDataRequest", block = {fields = {
    {F.ApplBegSeqNum, "ApplBegSeqNum", 0, 4, "number", nil},
    {F.ApplEndSeqNum, "ApplEndSeqNum", 4, 4, "number", nil},
  }}}
L[15] = {name = "SecurityDefinition", block = {fields = {
    {F.TotNumReports, "TotNumReports", 0, 4, "number", nil},
    {F.Symbol, "Symbol", 4, 25, "text", nil},
    {F.SecurityID, "SecurityID", 29, 4, "number", nil},
    {F.SecurityAltID, "SecurityAltID", 33, 25, "text", nil},
    {F.SecurityAltIDSource, "SecurityAltIDSource", 58, 1, "letter", nil, {["4"] = "ISIN", ["8"] = "ExchangeSymbol",}},
    {F.SecurityType, "SecurityType", 59, 4, "text", nil},
    {F.CFICode, "CFICode", 63, 6, "text", nil},
    {F.StrikePrice, "StrikePrice", 69, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.ContractMultiplier, "ContractMultiplier", 77, 4, "number", "00000080"},
    {F.SecurityTradingStatus, "SecurityTradingStatus", 81, 1, "enumeration", "FF"},
    {F.Currency, "Currency", 82, 3, "text", nil},
    {F.MarketSegmentID, "MarketSegmentID", 85, 1, "letter", nil, {["D"] = "Derivatives",}},
    {F.TradingSessionID, "TradingSessionID", 86, 1, "enumeration", "FF"},
    {F.ExchangeTradingSessionID_Int32NULL, "ExchangeTradingSessionID", 87, 4, "number", "00000080"},
    {F.Volatility, "Volatility", 91, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.HighLimitPx, "HighLimitPx", 99, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.LowLimitPx, "LowLimitPx", 107, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.MinPriceIncrement, "MinPriceIncrement", 115, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.MinPriceIncrementAmount, "MinPriceIncrementAmount", 123, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InitialMarginOnBuy, "InitialMarginOnBuy", 131, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.InitialMarginOnSell, "InitialMarginOnSell", 139, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.InitialMarginSyntetic, "InitialMarginSyntetic", 147, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.TheorPrice, "TheorPrice", 155, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.TheorPriceLimit, "TheorPriceLimit", 163, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.UnderlyingQty, "UnderlyingQty", 171, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.UnderlyingCurrency, "UnderlyingCurrency", 179, 3, "text", nil},
    {F.Flags, "Flags", 182, 8, "set", nil, {{F.Flags_EveningOrMorningSession, 0, "EveningOrMorningSession"}, {F.Flags_AnonymousTrading, 4, "AnonymousTrading"}, {F.Flags_PrivateTrading, 5, "PrivateTrading"}, {F.Flags_DaySession, 6, "DaySession"}, {F.Flags_MultiLeg, 8, "MultiLeg"}, {F.Flags_Collateral, 18, "Collateral"}, {F.Flags_IntradayExercise, 19, "IntradayExercise"},}},
    {F.MinPriceIncrementAmountCurr, "MinPriceIncrementAmountCurr", 190, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.SettlPriceOpen, "SettlPriceOpen", 198, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.ValuationMethod, "ValuationMethod", 206, 4, "text", nil},
    {F.RiskFreeRate, "RiskFreeRate", 210, 8, "number", "000000000000F87F"},
    {F.FixedSpotDiscount, "FixedSpotDiscount", 218, 8, "number", "000000000000F87F"},
    {F.ProjectedSpotDiscount, "ProjectedSpotDiscount", 226, 8, "number", "000000000000F87F"},
    {F.SettlCurrency, "SettlCurrency", 234, 3, "text", nil},
    {F.NegativePrices, "NegativePrices", 237, 1, "enumeration", nil},
    {F.DerivativeContractMultiplier, "DerivativeContractMultiplier", 238, 4, "number", "00000080"},
    {F.InterestRateRiskUp, "InterestRateRiskUp", 242, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InterestRateRiskDown, "InterestRateRiskDown", 250, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.RiskFreeRate2, "RiskFreeRate2", 258, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InterestRate2RiskUp, "InterestRate2RiskUp", 266, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InterestRate2RiskDown, "InterestRate2RiskDown", 274, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.SettlPrice, "SettlPrice", 282, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.TradeModeID, "TradeModeID", 290, 4, "number", nil},
    {F.GroupMask, "GroupMask", 294, 8, "number", nil},
    {F.SectionID, "SectionID", 302, 4, "number", nil},
    {F.BaseContractID, "BaseContractID", 306, 4, "number", nil},
    {F.TradePeriodAccess, "TradePeriodAccess", 310, 8, "number", nil},
    {F.HighLimitPxWeekend, "HighLimitPxWeekend", 318, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.LowLimitPxWeekend, "LowLimitPxWeekend", 326, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.ClearingSettlPrice, "ClearingSettlPrice", 334, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
  }, groups = {
    {"NoMDFeedTypes", 2, 1, {fields = {
        {F.MDFeedType, "MDFeedType", 0, 25, "text", nil},
        {F.MarketDepth, "MarketDepth", 25, 4, "number", "FFFFFFFF"},
        {F.MDBookType, "MDBookType", 29, 4, "number", "FFFFFFFF"},
      }}},
    {"NoUnderlyings", 2, 1, {fields = {
        {F.UnderlyingSymbol, "UnderlyingSymbol", 0, 25, "text", nil},
        {F.UnderlyingBoard, "UnderlyingBoard", 25, 4, "text", nil},
        {F.UnderlyingSecurityID, "UnderlyingSecurityID", 29, 4, "number", "00000080"},
        {F.UnderlyingFutureID, "UnderlyingFutureID", 33, 4, "number", "00000080"},
      }}},
    {"NoLegs", 2, 1, {fields = {
        {F.LegSymbol, "LegSymbol", 0, 25, "text", nil},
        {F.LegSecurityID, "LegSecurityID", 25, 4, "number", nil},
        {F.LegRatioQty, "LegRatioQty", 29, 4, "number", nil},
      }}},
    {"NoInstrAttrib", 2, 1, {fields = {
        {F.InstrAttribType, "InstrAttribType", 0, 4, "number", nil},
        {F.InstrAttribValue, "InstrAttribValue", 4, 31, "text", nil},
      }}},
    {"NoEvents", 2, 1, {fields = {
        {F.EventType, "EventType", 0, 4, "number", nil},
        {F.EventDate, "EventDate", 4, 4, "number", nil},
        {F.EventTime, "EventTime", 8, 8, "number", nil},
      }}},
  }, data = {
    {F.SecurityDesc, "SecurityDesc", 2},
    {F.QuotationList, "QuotationList", 2},
  }}}
L[16] = {name = "SecurityStatus", block = {fields = {
    {F.SecurityID, "SecurityID", 0, 4, "number", nil},
    {F.Symbol, "Symbol", 4, 25, "text", nil},
    {F.SecurityTradingStatus, "SecurityTradingStatus", 29, 1, "enumeration", "FF"},
    {F.HighLimitPx, "HighLimitPx", 30, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.LowLimitPx, "LowLimitPx", 38, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.InitialMarginOnBuy, "InitialMarginOnBuy", 46, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.InitialMarginOnSell, "InitialMarginOnSell", 54, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.InitialMarginSyntetic, "InitialMarginSyntetic", 62, 8, "decimal", "FFFFFFFFFFFFFF7F", -2},
    {F.HighLimitPxWeekend, "HighLimitPxWeekend", 70, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
    {F.LowLimitPxWeekend, "LowLimitPxWeekend", 78, 8, "decimal", "FFFFFFFFFFFFFF7F", -5},
  }}}

-- Layouts by version and template.
local MESSAGES = {
  [8] = {
    [1] = L[1],
    [2] = L[2],
    [4] = L[3],
    [9] = L[4],
    [10] = L[5],
    [14] = L[6],
    [15] = L[7],
    [16] = L[8],
    [17] = L[9],
    [21] = L[10],
    [26] = L[11],
    [1000] = L[12],
    [1001] = L[13],
    [1002] = L[14],
  },
  [9] = {
    [1] = L[1],
    [2] = L[2],
    [4] = L[3],
    [10] = L[5],
    [14] = L[6],
    [15] = L[7],
    [16] = L[8],
    [17] = L[9],
    [26] = L[11],
    [27] = L[15],
    [28] = L[16],
    [1000] = L[12],
    [1001] = L[13],
    [1002] = L[14],
  },
}
local VERSIONS = {8, 9}

-- A template that its version does not have is looked for in older versions, newest first, then in newer ones.
local function find_layout(template, version)
  local found
  for _, candidate in ipairs(VERSIONS) do
    local layout = MESSAGES[candidate][template]
    if layout and (not found or candidate <= version) then
      found = layout
    end
  end
  return found
end

local function decimal_text(value, exponent)
  local text = tostring(value)
  local sign = ""
  if text:sub(1, 1) == "-" then
    sign = "-"
    text = text:sub(2)
  end
  local decimals = -exponent
  if #text <= decimals then
    text = string.rep("0", decimals + 1 - #text) .. text
  end
  return sign .. text:sub(1, #text - decimals) .. "." .. text:sub(#text - decimals + 1)
end

local function add_set(tree, field, range)
  local item = tree:add_le(field[1], range)
  local names = {}
  local value = range:le_uint64()
  for _, bit in ipairs(field[7]) do
    local is_set = value:rshift(bit[2]):band(1) == UInt64(1)
    item:add(bit[1], range, is_set)
    if is_set then
      names[#names + 1] = bit[3]
    end
  end
  item:append_text(" " .. table.concat(names, "|"))
end

local ADD = {
  number = function(tree, field, range)
    tree:add_le(field[1], range)
  end,
  decimal = function(tree, field, range)
    local value = range:le_int64()
    tree:add(field[1], range, value:tonumber() / 10 ^ -field[7]):set_text(
      field[2] .. ": " .. decimal_text(value, field[7]))
  end,
  text = function(tree, field, range)
    tree:add(field[1], range, (range:string():gsub("[%z ]+$", "")))
  end,
  enumeration = function(tree, field, range)
    tree:add_le(field[1], range)
  end,
  letter = function(tree, field, range)
    local value = range:string()
    tree:add(field[1], range, value):set_text(
      field[2] .. ": " .. (field[7][value] or "unknown") .. " ('" .. value .. "')")
  end,
  set = add_set,
  time = function(tree, field, range)
    local value = range:le_uint64()
    local seconds = value / UInt64(1000000000)
    local nanos = value % UInt64(1000000000)
    tree:add(field[1], range, NSTime(seconds:tonumber(), nanos:tonumber()))
  end,
}

local function add_field(tree, field, range)
  if field[6] and tostring(range:bytes()) == field[6] then
    tree:add(proto, range, field[2] .. ": null")
  else
    ADD[field[5]](tree, field, range)
  end
end

-- Adds a block, its groups and data; answers where they end, or nil if they do not fit.
local function add_block(tree, block, tvb, offset, length, limit)
  if offset + length > limit then
    return nil
  end
  for _, field in ipairs(block.fields) do
    if field[3] + field[4] <= length then
      add_field(tree, field, tvb(offset + field[3], field[4]))
    end
  end
  local position = offset + length
  for _, group in ipairs(block.groups or {}) do
    local header = group[2] + group[3]
    if position + header > limit then
      return nil
    end
    local entry_length = tvb(position, group[2]):le_uint()
    local count = tvb(position + group[2], group[3]):le_uint()
    local group_tree = tree:add(proto, tvb(position, header), group[1] .. ": " .. count)
    position = position + header
    for i = 1, count do
      local start = position
      local entry_tree = group_tree:add(proto, tvb(position, math.min(entry_length, limit - position)),
        group[1] .. " " .. i)
      position = add_block(entry_tree, group[4], tvb, start, entry_length, limit)
      if not position then
        return nil
      end
      entry_tree:set_len(position - start)
    end
  end
  for _, data in ipairs(block.data or {}) do
    if position + data[3] > limit then
      return nil
    end
    local size = tvb(position, data[3]):le_uint()
    position = position + data[3]
    if position + size > limit then
      return nil
    end
    if size > 0 then
      tree:add(data[1], tvb(position, size), tvb(position, size):string(ENC_UTF_8))
    else
      tree:add(proto, tvb(position - data[3], data[3]), data[2] .. ": empty")
    end
    position = position + size
  end
  return position
end

-- Adds one message; answers its name and where it ends, which is nil if it does not fit.
local function add_message(tree, tvb, offset, limit)
  if offset + HEADER_LENGTH > limit or tvb(offset + 4, 2):le_uint() ~= SCHEMA_ID then
    tree:add_proto_expert_info(malformed, "No message header")
    return "malformed", nil
  end
  local block_length = tvb(offset, 2):le_uint()
  local template = tvb(offset + 2, 2):le_uint()
  local version = tvb(offset + 6, 2):le_uint()
  local layout = find_layout(template, version)
  local name = layout and layout.name or ("Template " .. template)
  local message = tree:add(proto, tvb(offset, math.min(HEADER_LENGTH + block_length, limit - offset)), name)
  message:add(F.message, tvb(offset + 2, 2), name):set_generated()
  message:add_le(F.blockLength, tvb(offset, 2))
  message:add_le(F.templateId, tvb(offset + 2, 2))
  message:add_le(F.schemaId, tvb(offset + 4, 2))
  message:add_le(F.version, tvb(offset + 6, 2))
  local position
  if layout then
    position = add_block(message, layout.block, tvb, offset + HEADER_LENGTH, block_length, limit)
  else
    message:add_proto_expert_info(unknown)
    position = offset + HEADER_LENGTH + block_length
    if position > limit then
      position = nil
    end
  end
  if position then
    message:set_len(position - offset)
  else
    message:add_proto_expert_info(malformed, "The packet ends within the message")
  end
  return name, position
end

local H = {
  MsgSeqNum = ProtoField.uint32("simba.MsgSeqNum", "MsgSeqNum"),
  MsgSize = ProtoField.uint16("simba.MsgSize", "MsgSize"),
  MsgFlags = ProtoField.uint16("simba.MsgFlags", "MsgFlags", base.HEX),
  LastFragment = ProtoField.bool("simba.MsgFlags.LastFragment", "LastFragment", 16, nil, 0x01),
  StartOfSnapshot = ProtoField.bool("simba.MsgFlags.StartOfSnapshot", "StartOfSnapshot", 16, nil, 0x02),
  EndOfSnapshot = ProtoField.bool("simba.MsgFlags.EndOfSnapshot", "EndOfSnapshot", 16, nil, 0x04),
  IncrementalPacket = ProtoField.bool("simba.MsgFlags.IncrementalPacket", "IncrementalPacket", 16, nil, 0x08),
  PossDupFlag = ProtoField.bool("simba.MsgFlags.PossDupFlag", "PossDupFlag", 16, nil, 0x10),
  SendingTime = ProtoField.absolute_time("simba.SendingTime", "SendingTime", base.UTC),
  PacketTransactTime = ProtoField.absolute_time("simba.PacketTransactTime", "TransactTime", base.UTC),
  PacketSessionID = ProtoField.uint32("simba.PacketSessionID", "ExchangeTradingSessionID"),
}
local PACKET_HEADER_LENGTH = 16
local INCREMENTAL_HEADER_LENGTH = 12
local FLAG_INCREMENTAL = 0x08

local function first_message(tvb)
  local flags = tvb(6, 2):le_uint()
  return PACKET_HEADER_LENGTH + (math.floor(flags / FLAG_INCREMENTAL) % 2) * INCREMENTAL_HEADER_LENGTH
end

local function is_packet(tvb)
  if tvb:captured_len() < PACKET_HEADER_LENGTH + HEADER_LENGTH or tvb(4, 2):le_uint() ~= tvb:reported_len() then
    return false
  end
  local first = first_message(tvb)
  return tvb:captured_len() >= first + HEADER_LENGTH and tvb(first + 4, 2):le_uint() == SCHEMA_ID
end

local function add_time(tree, field, range)
  ADD.time(tree, {field}, range)
end

function proto.dissector(tvb, pinfo, root)
  if tvb:captured_len() < PACKET_HEADER_LENGTH then
    return 0
  end
  pinfo.cols.protocol = "SIMBA"
  local limit = tvb:captured_len()
  local tree = root:add(proto, tvb())
  tree:append_text(", MsgSeqNum " .. tvb(0, 4):le_uint())
  tree:add_le(H.MsgSeqNum, tvb(0, 4))
  tree:add_le(H.MsgSize, tvb(4, 2))
  local flags = tree:add_le(H.MsgFlags, tvb(6, 2))
  flags:add_le(H.LastFragment, tvb(6, 2))
  flags:add_le(H.StartOfSnapshot, tvb(6, 2))
  flags:add_le(H.EndOfSnapshot, tvb(6, 2))
  flags:add_le(H.IncrementalPacket, tvb(6, 2))
  flags:add_le(H.PossDupFlag, tvb(6, 2))
  add_time(tree, H.SendingTime, tvb(8, 8))
  local position = first_message(tvb)
  if position > limit then
    tree:add_proto_expert_info(malformed, "The packet ends within its headers")
    return limit
  end
  if position > PACKET_HEADER_LENGTH then
    add_time(tree, H.PacketTransactTime, tvb(16, 8))
    if tvb(24, 4):le_uint() == 4294967295 then
      tree:add(proto, tvb(24, 4), "ExchangeTradingSessionID: null")
    else
      tree:add_le(H.PacketSessionID, tvb(24, 4))
    end
  end
  local names = {}
  while position and position < limit do
    local name
    name, position = add_message(tree, tvb, position, limit)
    if position and name:find("^Template ") and first_message(tvb) == PACKET_HEADER_LENGTH then
      -- One message fills such a packet; what an unknown one has behind its block belongs to it.
      position = limit
    end
    names[#names + 1] = name
  end
  pinfo.cols.info = "MsgSeqNum=" .. tvb(0, 4):le_uint() .. " " .. table.concat(names, ", ")
  return limit
end

local fields = {}
for _, part in ipairs({F, H}) do
  for _, field in pairs(part) do
    fields[#fields + 1] = field
  end
end
proto.fields = fields

-- The historical replay over TCP: the same packets, one behind the other.
local streams = Proto("simba_replay", "SIMBA SPECTRA historical replay")
streams.prefs.ports = Pref.range("TCP ports", "20090", "Ports of historical replay servers", 65535)

function streams.dissector(tvb, pinfo, root)
  dissect_tcp_pdus(tvb, root, PACKET_HEADER_LENGTH,
    function(pdu, _, offset)
      return math.max(PACKET_HEADER_LENGTH, pdu(offset + 4, 2):le_uint())
    end,
    function(pdu, pdu_info, pdu_root)
      return proto.dissector(pdu, pdu_info, pdu_root)
    end)
  return tvb:captured_len()
end

-- Datagrams are known by their bytes, whatever the port; "Decode As" works for others.
proto:register_heuristic("udp", function(tvb, pinfo, root)
  if not is_packet(tvb) then
    return false
  end
  proto.dissector(tvb, pinfo, root)
  return true
end)
DissectorTable.get("udp.port"):add_for_decode_as(proto)
local ports = ""
local function use_ports()
  local tcp = DissectorTable.get("tcp.port")
  if ports ~= "" then
    tcp:remove(ports, streams)
  end
  ports = streams.prefs.ports
  if ports ~= "" then
    tcp:add(ports, streams)
  end
end
streams.prefs_changed = use_ports
use_ports()
