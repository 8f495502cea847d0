-- Copyright 2026 The Bourse Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- SPECTRA FAST as Bourse speaks it, for Wireshark and tshark. Written by `bourse dissector` from the templates in
-- docs/protocols/fast-bourse.xml: change those, not this. docs/wireshark/README.md says how to use it.

local proto = Proto("fast", "FAST SPECTRA")
local malformed = ProtoExpert.new("fast.malformed", "Malformed message", expert.group.MALFORMED, expert.severity.ERROR)
proto.experts = {malformed}

-- Fields that may be filtered on. A name whose type is not the same everywhere appears once for each type.
local F = {
  ApplVerID = ProtoField.string("fast.ApplVerID", "ApplVerID"),
  MessageType = ProtoField.string("fast.MessageType", "MessageType"),
  SenderCompID = ProtoField.string("fast.SenderCompID", "SenderCompID"),
  MsgSeqNum = ProtoField.uint64("fast.MsgSeqNum", "MsgSeqNum"),
  SendingTime = ProtoField.uint64("fast.SendingTime", "SendingTime"),
  SecurityID = ProtoField.uint64("fast.SecurityID", "SecurityID"),
  SecurityIDSource = ProtoField.uint64("fast.SecurityIDSource", "SecurityIDSource"),
  Volatility = ProtoField.double("fast.Volatility", "Volatility"),
  TheorPrice = ProtoField.double("fast.TheorPrice", "TheorPrice"),
  TheorPriceLimit = ProtoField.double("fast.TheorPriceLimit", "TheorPriceLimit"),
  Symbol = ProtoField.string("fast.Symbol", "Symbol"),
  SecurityTradingStatus = ProtoField.uint64("fast.SecurityTradingStatus", "SecurityTradingStatus"),
  HighLimitPx = ProtoField.double("fast.HighLimitPx", "HighLimitPx"),
  LowLimitPx = ProtoField.double("fast.LowLimitPx", "LowLimitPx"),
  InitialMarginOnBuy = ProtoField.double("fast.InitialMarginOnBuy", "InitialMarginOnBuy"),
  InitialMarginOnSell = ProtoField.double("fast.InitialMarginOnSell", "InitialMarginOnSell"),
  InitialMarginSyntetic = ProtoField.double("fast.InitialMarginSyntetic", "InitialMarginSyntetic"),
  NewSeqNo = ProtoField.uint64("fast.NewSeqNo", "NewSeqNo"),
  LastFragment = ProtoField.uint64("fast.LastFragment", "LastFragment"),
  MDUpdateAction = ProtoField.uint64("fast.MDUpdateAction", "MDUpdateAction"),
  MDEntryType = ProtoField.string("fast.MDEntryType", "MDEntryType"),
  MDEntryID = ProtoField.int64("fast.MDEntryID", "MDEntryID"),
  RptSeq = ProtoField.uint64("fast.RptSeq", "RptSeq"),
  MDEntryDate = ProtoField.uint64("fast.MDEntryDate", "MDEntryDate"),
  MDEntryTime = ProtoField.uint64("fast.MDEntryTime", "MDEntryTime"),
  MDEntryPx = ProtoField.double("fast.MDEntryPx", "MDEntryPx"),
  MDEntrySize = ProtoField.int64("fast.MDEntrySize", "MDEntrySize"),
  LastPx = ProtoField.double("fast.LastPx", "LastPx"),
  LastQty = ProtoField.int64("fast.LastQty", "LastQty"),
  TradeID = ProtoField.int64("fast.TradeID", "TradeID"),
  ExchangeTradingSessionID = ProtoField.uint64("fast.ExchangeTradingSessionID", "ExchangeTradingSessionID"),
  MDFlags = ProtoField.int64("fast.MDFlags", "MDFlags"),
  MDFlags2 = ProtoField.int64("fast.MDFlags2", "MDFlags2"),
  Revision = ProtoField.uint64("fast.Revision", "Revision"),
  LastMsgSeqNumProcessed = ProtoField.uint64("fast.LastMsgSeqNumProcessed", "LastMsgSeqNumProcessed"),
  RouteFirst = ProtoField.uint64("fast.RouteFirst", "RouteFirst"),
  SecurityGroup = ProtoField.string("fast.SecurityGroup", "SecurityGroup"),
  MarketDepth = ProtoField.uint64("fast.MarketDepth", "MarketDepth"),
  MDPriceLevel = ProtoField.uint64("fast.MDPriceLevel", "MDPriceLevel"),
  NumberOfOrders = ProtoField.int64("fast.NumberOfOrders", "NumberOfOrders"),
  MDEntryTradeType = ProtoField.string("fast.MDEntryTradeType", "MDEntryTradeType"),
  TrdType = ProtoField.int64("fast.TrdType", "TrdType"),
  Currency = ProtoField.string("fast.Currency", "Currency"),
  OrderSide = ProtoField.string("fast.OrderSide", "OrderSide"),
  MDEntrySyntheticSize = ProtoField.int64("fast.MDEntrySyntheticSize", "MDEntrySyntheticSize"),
  OpenInterest = ProtoField.int64("fast.OpenInterest", "OpenInterest"),
  IndexCrossRate = ProtoField.double("fast.IndexCrossRate", "IndexCrossRate"),
  TradingSessionSubID = ProtoField.string("fast.TradingSessionSubID", "TradingSessionSubID"),
  TotNumReports = ProtoField.uint64("fast.TotNumReports", "TotNumReports"),
  SecurityDesc = ProtoField.string("fast.SecurityDesc", "SecurityDesc"),
  SecurityAltID = ProtoField.string("fast.SecurityAltID", "SecurityAltID"),
  SecurityAltIDSource = ProtoField.string("fast.SecurityAltIDSource", "SecurityAltIDSource"),
  SecurityType = ProtoField.string("fast.SecurityType", "SecurityType"),
  CFICode = ProtoField.string("fast.CFICode", "CFICode"),
  StrikePrice = ProtoField.double("fast.StrikePrice", "StrikePrice"),
  ContractMultiplier = ProtoField.double("fast.ContractMultiplier", "ContractMultiplier"),
  MarketID = ProtoField.string("fast.MarketID", "MarketID"),
  MarketSegmentID = ProtoField.string("fast.MarketSegmentID", "MarketSegmentID"),
  TradingSessionID = ProtoField.uint64("fast.TradingSessionID", "TradingSessionID"),
  MDFeedType = ProtoField.string("fast.MDFeedType", "MDFeedType"),
  MDBookType = ProtoField.uint64("fast.MDBookType", "MDBookType"),
  UnderlyingSymbol = ProtoField.string("fast.UnderlyingSymbol", "UnderlyingSymbol"),
  UnderlyingBoard = ProtoField.string("fast.UnderlyingBoard", "UnderlyingBoard"),
  UnderlyingSecurityID = ProtoField.uint64("fast.UnderlyingSecurityID", "UnderlyingSecurityID"),
  UnderlyingFutureID = ProtoField.uint64("fast.UnderlyingFutureID", "UnderlyingFutureID"),
  MinPriceIncrement = ProtoField.double("fast.MinPriceIncrement", "MinPriceIncrement"),
  MinPriceIncrementAmount = ProtoField.double("fast.MinPriceIncrementAmount", "MinPriceIncrementAmount"),
  QuotationList = ProtoField.string("fast.QuotationList", "QuotationList"),
  LegSymbol = ProtoField.string("fast.LegSymbol", "LegSymbol"),
  LegSecurityID = ProtoField.uint64("fast.LegSecurityID", "LegSecurityID"),
  LegRatioQty = ProtoField.double("fast.LegRatioQty", "LegRatioQty"),
  InstrAttribType = ProtoField.int64("fast.InstrAttribType", "InstrAttribType"),
  InstrAttribValue = ProtoField.string("fast.InstrAttribValue", "InstrAttribValue"),
  UnderlyingQty = ProtoField.double("fast.UnderlyingQty", "UnderlyingQty"),
  UnderlyingCurrency = ProtoField.string("fast.UnderlyingCurrency", "UnderlyingCurrency"),
  EventType = ProtoField.int64("fast.EventType", "EventType"),
  EventDate = ProtoField.uint64("fast.EventDate", "EventDate"),
  EventTime = ProtoField.uint64("fast.EventTime", "EventTime"),
  MaturityDate = ProtoField.uint64("fast.MaturityDate", "MaturityDate"),
  MaturityTime = ProtoField.uint64("fast.MaturityTime", "MaturityTime"),
  Flags = ProtoField.int64("fast.Flags", "Flags"),
  MinPriceIncrementAmountCurr = ProtoField.double("fast.MinPriceIncrementAmountCurr", "MinPriceIncrementAmountCurr"),
  SettlPriceOpen = ProtoField.double("fast.SettlPriceOpen", "SettlPriceOpen"),
  ValuationMethod = ProtoField.string("fast.ValuationMethod", "ValuationMethod"),
  RiskFreeRate = ProtoField.double("fast.RiskFreeRate", "RiskFreeRate"),
  FixedSpotDiscount = ProtoField.double("fast.FixedSpotDiscount", "FixedSpotDiscount"),
  ProjectedSpotDiscount = ProtoField.double("fast.ProjectedSpotDiscount", "ProjectedSpotDiscount"),
  SettlCurrency = ProtoField.string("fast.SettlCurrency", "SettlCurrency"),
  NegativePrices = ProtoField.int64("fast.NegativePrices", "NegativePrices"),
  DerivativeContractMultiplier = ProtoField.int64("fast.DerivativeContractMultiplier", "DerivativeContractMultiplier"),
  InterestRateRiskUp = ProtoField.double("fast.InterestRateRiskUp", "InterestRateRiskUp"),
  InterestRateRiskDown = ProtoField.double("fast.InterestRateRiskDown", "InterestRateRiskDown"),
  RiskFreeRate2 = ProtoField.double("fast.RiskFreeRate2", "RiskFreeRate2"),
  InterestRate2RiskUp = ProtoField.double("fast.InterestRate2RiskUp", "InterestRate2RiskUp"),
  InterestRate2RiskDown = ProtoField.double("fast.InterestRate2RiskDown", "InterestRate2RiskDown"),
  SettlPrice = ProtoField.double("fast.SettlPrice", "SettlPrice"),
  TradeModeID = ProtoField.int64("fast.TradeModeID", "TradeModeID"),
  GroupMask = ProtoField.int64("fast.GroupMask", "GroupMask"),
  SectionID = ProtoField.int64("fast.SectionID", "SectionID"),
  BaseContractID = ProtoField.int64("fast.BaseContractID", "BaseContractID"),
  TradePeriodAccess = ProtoField.int64("fast.TradePeriodAccess", "TradePeriodAccess"),
  TradSesOpenTime = ProtoField.uint64("fast.TradSesOpenTime", "TradSesOpenTime"),
  TradSesCloseTimeFrom = ProtoField.uint64("fast.TradSesCloseTimeFrom", "TradSesCloseTimeFrom"),
  TradSesCloseTimeTill = ProtoField.uint64("fast.TradSesCloseTimeTill", "TradSesCloseTimeTill"),
  AuctionID = ProtoField.int64("fast.AuctionID", "AuctionID"),
  EventIDOpen = ProtoField.int64("fast.EventIDOpen", "EventIDOpen"),
  EventIDClose = ProtoField.int64("fast.EventIDClose", "EventIDClose"),
  TradePeriodID = ProtoField.int64("fast.TradePeriodID", "TradePeriodID"),
  SecurityGroupID = ProtoField.int64("fast.SecurityGroupID", "SecurityGroupID"),
  HaltType = ProtoField.int64("fast.HaltType", "HaltType"),
  TradeModeMask = ProtoField.int64("fast.TradeModeMask", "TradeModeMask"),
  TransactTime = ProtoField.uint64("fast.TransactTime", "TransactTime"),
  TradSesCloseTime = ProtoField.uint64("fast.TradSesCloseTime", "TradSesCloseTime"),
  TradSesStatus = ProtoField.uint64("fast.TradSesStatus", "TradSesStatus"),
  TradSesEvent = ProtoField.int64("fast.TradSesEvent", "TradSesEvent"),
  SettlSessBegin = ProtoField.uint64("fast.SettlSessBegin", "SettlSessBegin"),
  ClrSessBegin = ProtoField.uint64("fast.ClrSessBegin", "ClrSessBegin"),
  Text = ProtoField.string("fast.Text", "Text"),
}
local H = {
  Preamble = ProtoField.uint32("fast.Preamble", "Preamble"),
  Length = ProtoField.uint32("fast.Length", "Length"),
  TemplateId = ProtoField.uint32("fast.TemplateId", "TemplateId"),
  message = ProtoField.string("fast.message", "Message"),
}
local fields = {}
for _, part in ipairs({F, H}) do
  for _, field in pairs(part) do
    fields[#fields + 1] = field
  end
end
proto.fields = fields

-- Template id to name and fields: field, name, kind, whether it is optional, value of a constant or fields of an entry.
-- No template has an operator but constants of mandatory fields, so neither presence maps nor former values matter.
local TEMPLATES = {
  [4] = {name = "SecurityDefinitionUpdateReport", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "BP"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.SecurityID, "SecurityID", "unsigned", false},
    {F.SecurityIDSource, "SecurityIDSource", "constant", false, UInt64(8)},
    {F.Volatility, "Volatility", "decimal", true},
    {F.TheorPrice, "TheorPrice", "decimal", true},
    {F.TheorPriceLimit, "TheorPriceLimit", "decimal", true},
  }},
  [5] = {name = "SecurityStatus", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "f"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.SecurityID, "SecurityID", "unsigned", false},
    {F.SecurityIDSource, "SecurityIDSource", "constant", false, UInt64(8)},
    {F.Symbol, "Symbol", "ascii", false},
    {F.SecurityTradingStatus, "SecurityTradingStatus", "unsigned", true},
    {F.HighLimitPx, "HighLimitPx", "decimal", true},
    {F.LowLimitPx, "LowLimitPx", "decimal", true},
    {F.InitialMarginOnBuy, "InitialMarginOnBuy", "decimal", true},
    {F.InitialMarginOnSell, "InitialMarginOnSell", "decimal", true},
    {F.InitialMarginSyntetic, "InitialMarginSyntetic", "decimal", true},
  }},
  [6] = {name = "Heartbeat", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "0"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
  }},
  [7] = {name = "SequenceReset", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "4"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.NewSeqNo, "NewSeqNo", "unsigned", false},
  }},
  [29] = {name = "OrdersLogMessage", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "X"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.LastFragment, "LastFragment", "unsigned", false},
    {nil, "MDEntries", "sequence", false, {
      {F.MDUpdateAction, "MDUpdateAction", "unsigned", false},
      {F.MDEntryType, "MDEntryType", "ascii", false},
      {F.MDEntryID, "MDEntryID", "signed", true},
      {F.SecurityID, "SecurityID", "unsigned", true},
      {F.SecurityIDSource, "SecurityIDSource", "constant", false, UInt64(8)},
      {F.RptSeq, "RptSeq", "unsigned", true},
      {F.MDEntryDate, "MDEntryDate", "unsigned", true},
      {F.MDEntryTime, "MDEntryTime", "unsigned", false},
      {F.MDEntryPx, "MDEntryPx", "decimal", true},
      {F.MDEntrySize, "MDEntrySize", "signed", true},
      {F.LastPx, "LastPx", "decimal", true},
      {F.LastQty, "LastQty", "signed", true},
      {F.TradeID, "TradeID", "signed", true},
      {F.ExchangeTradingSessionID, "ExchangeTradingSessionID", "unsigned", true},
      {F.MDFlags, "MDFlags", "signed", true},
      {F.MDFlags2, "MDFlags2", "signed", true},
      {F.Revision, "Revision", "unsigned", true},
    }},
  }},
  [30] = {name = "BookMessage", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "W"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.LastMsgSeqNumProcessed, "LastMsgSeqNumProcessed", "unsigned", false},
    {F.RptSeq, "RptSeq", "unsigned", true},
    {F.LastFragment, "LastFragment", "unsigned", false},
    {F.RouteFirst, "RouteFirst", "unsigned", false},
    {F.ExchangeTradingSessionID, "ExchangeTradingSessionID", "unsigned", false},
    {F.SecurityID, "SecurityID", "unsigned", true},
    {F.SecurityIDSource, "SecurityIDSource", "constant", false, UInt64(8)},
    {nil, "MDEntries", "sequence", false, {
      {F.MDEntryType, "MDEntryType", "ascii", false},
      {F.MDEntryID, "MDEntryID", "signed", true},
      {F.MDEntryDate, "MDEntryDate", "unsigned", true},
      {F.MDEntryTime, "MDEntryTime", "unsigned", false},
      {F.MDEntryPx, "MDEntryPx", "decimal", true},
      {F.MDEntrySize, "MDEntrySize", "signed", true},
      {F.TradeID, "TradeID", "signed", true},
      {F.MDFlags, "MDFlags", "signed", true},
      {F.MDFlags2, "MDFlags2", "signed", true},
    }},
  }},
  [31] = {name = "DefaultIncrementalRefreshMessage", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "X"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.LastFragment, "LastFragment", "unsigned", true},
    {nil, "MDEntries", "sequence", false, {
      {F.MDUpdateAction, "MDUpdateAction", "unsigned", false},
      {F.MDEntryType, "MDEntryType", "ascii", false},
      {F.SecurityID, "SecurityID", "unsigned", true},
      {F.SecurityIDSource, "SecurityIDSource", "constant", false, UInt64(8)},
      {F.Symbol, "Symbol", "ascii", true},
      {F.SecurityGroup, "SecurityGroup", "ascii", true},
      {F.ExchangeTradingSessionID, "ExchangeTradingSessionID", "unsigned", true},
      {F.RptSeq, "RptSeq", "unsigned", false},
      {F.MarketDepth, "MarketDepth", "unsigned", true},
      {F.MDPriceLevel, "MDPriceLevel", "unsigned", true},
      {F.MDEntryID, "MDEntryID", "signed", true},
      {F.MDEntryPx, "MDEntryPx", "decimal", true},
      {F.MDEntrySize, "MDEntrySize", "signed", true},
      {F.MDEntryDate, "MDEntryDate", "unsigned", true},
      {F.MDEntryTime, "MDEntryTime", "unsigned", false},
      {F.NumberOfOrders, "NumberOfOrders", "signed", true},
      {F.MDEntryTradeType, "MDEntryTradeType", "ascii", true},
      {F.TrdType, "TrdType", "signed", true},
      {F.LastPx, "LastPx", "decimal", true},
      {F.MDFlags, "MDFlags", "signed", true},
      {F.Currency, "Currency", "ascii", true},
      {F.Revision, "Revision", "unsigned", true},
      {F.OrderSide, "OrderSide", "ascii", true},
      {F.MDEntrySyntheticSize, "MDEntrySyntheticSize", "signed", true},
      {F.OpenInterest, "OpenInterest", "signed", true},
      {F.IndexCrossRate, "IndexCrossRate", "decimal", true},
      {F.TradingSessionSubID, "TradingSessionSubID", "ascii", true},
    }},
  }},
  [32] = {name = "DefaultSnapshotMessage", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "W"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.LastFragment, "LastFragment", "unsigned", true},
    {F.RptSeq, "RptSeq", "unsigned", false},
    {F.TotNumReports, "TotNumReports", "unsigned", false},
    {F.LastMsgSeqNumProcessed, "LastMsgSeqNumProcessed", "unsigned", false},
    {F.SecurityID, "SecurityID", "unsigned", true},
    {F.SecurityIDSource, "SecurityIDSource", "constant", false, UInt64(8)},
    {F.Symbol, "Symbol", "ascii", true},
    {F.SecurityGroup, "SecurityGroup", "ascii", true},
    {nil, "MDEntries", "sequence", false, {
      {F.MDEntryType, "MDEntryType", "ascii", false},
      {F.ExchangeTradingSessionID, "ExchangeTradingSessionID", "unsigned", true},
      {F.MDEntryID, "MDEntryID", "signed", true},
      {F.MarketDepth, "MarketDepth", "unsigned", true},
      {F.MDEntryPx, "MDEntryPx", "decimal", true},
      {F.MDEntryDate, "MDEntryDate", "unsigned", true},
      {F.MDEntryTime, "MDEntryTime", "unsigned", false},
      {F.MDEntrySize, "MDEntrySize", "signed", true},
      {F.MDPriceLevel, "MDPriceLevel", "unsigned", true},
      {F.NumberOfOrders, "NumberOfOrders", "signed", true},
      {F.MDEntryTradeType, "MDEntryTradeType", "ascii", true},
      {F.TrdType, "TrdType", "signed", true},
      {F.MDFlags, "MDFlags", "signed", true},
      {F.Currency, "Currency", "ascii", true},
      {F.OrderSide, "OrderSide", "ascii", true},
      {F.MDEntrySyntheticSize, "MDEntrySyntheticSize", "signed", true},
      {F.IndexCrossRate, "IndexCrossRate", "decimal", true},
      {F.TradingSessionSubID, "TradingSessionSubID", "ascii", true},
    }},
  }},
  [37] = {name = "SecurityMassStatus", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "CO"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.LastFragment, "LastFragment", "unsigned", false},
    {nil, "SecMassStatGrp", "sequence", false, {
      {F.SecurityID, "SecurityID", "unsigned", false},
      {F.SecurityIDSource, "SecurityIDSource", "constant", false, UInt64(8)},
      {F.SecurityTradingStatus, "SecurityTradingStatus", "unsigned", false},
    }},
  }},
  [40] = {name = "SecurityDefinition", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "d"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.TotNumReports, "TotNumReports", "unsigned", false},
    {F.Symbol, "Symbol", "ascii", false},
    {F.SecurityDesc, "SecurityDesc", "bytes", true},
    {F.SecurityID, "SecurityID", "unsigned", false},
    {F.SecurityIDSource, "SecurityIDSource", "constant", false, UInt64(8)},
    {F.SecurityAltID, "SecurityAltID", "ascii", true},
    {F.SecurityAltIDSource, "SecurityAltIDSource", "ascii", true},
    {F.SecurityType, "SecurityType", "ascii", true},
    {F.CFICode, "CFICode", "ascii", true},
    {F.StrikePrice, "StrikePrice", "decimal", true},
    {F.ContractMultiplier, "ContractMultiplier", "decimal", true},
    {F.SecurityTradingStatus, "SecurityTradingStatus", "unsigned", true},
    {F.Currency, "Currency", "ascii", true},
    {F.MarketID, "MarketID", "constant", false, "MOEX"},
    {F.MarketSegmentID, "MarketSegmentID", "ascii", false},
    {F.TradingSessionID, "TradingSessionID", "unsigned", true},
    {F.ExchangeTradingSessionID, "ExchangeTradingSessionID", "unsigned", true},
    {F.Volatility, "Volatility", "decimal", true},
    {nil, "MDFeedTypes", "sequence", false, {
      {F.MDFeedType, "MDFeedType", "ascii", false},
      {F.MarketDepth, "MarketDepth", "unsigned", true},
      {F.MDBookType, "MDBookType", "unsigned", true},
    }},
    {nil, "Underlyings", "sequence", true, {
      {F.UnderlyingSymbol, "UnderlyingSymbol", "ascii", false},
      {F.UnderlyingBoard, "UnderlyingBoard", "ascii", true},
      {F.UnderlyingSecurityID, "UnderlyingSecurityID", "unsigned", true},
      {F.UnderlyingFutureID, "UnderlyingFutureID", "unsigned", true},
    }},
    {F.HighLimitPx, "HighLimitPx", "decimal", true},
    {F.LowLimitPx, "LowLimitPx", "decimal", true},
    {F.MinPriceIncrement, "MinPriceIncrement", "decimal", true},
    {F.MinPriceIncrementAmount, "MinPriceIncrementAmount", "decimal", true},
    {F.InitialMarginOnBuy, "InitialMarginOnBuy", "decimal", true},
    {F.InitialMarginOnSell, "InitialMarginOnSell", "decimal", true},
    {F.InitialMarginSyntetic, "InitialMarginSyntetic", "decimal", true},
    {F.QuotationList, "QuotationList", "ascii", true},
    {F.TheorPrice, "TheorPrice", "decimal", true},
    {F.TheorPriceLimit, "TheorPriceLimit", "decimal", true},
    {nil, "InstrumentLegs", "sequence", true, {
      {F.LegSymbol, "LegSymbol", "ascii", false},
      {F.LegSecurityID, "LegSecurityID", "unsigned", false},
      {F.LegRatioQty, "LegRatioQty", "decimal", false},
    }},
    {nil, "InstrumentAttributes", "sequence", true, {
      {F.InstrAttribType, "InstrAttribType", "signed", false},
      {F.InstrAttribValue, "InstrAttribValue", "ascii", false},
    }},
    {F.UnderlyingQty, "UnderlyingQty", "decimal", true},
    {F.UnderlyingCurrency, "UnderlyingCurrency", "ascii", true},
    {nil, "EvntGrp", "sequence", true, {
      {F.EventType, "EventType", "signed", false},
      {F.EventDate, "EventDate", "unsigned", false},
      {F.EventTime, "EventTime", "unsigned", false},
    }},
    {F.MaturityDate, "MaturityDate", "unsigned", true},
    {F.MaturityTime, "MaturityTime", "unsigned", true},
    {F.Flags, "Flags", "signed", true},
    {F.MinPriceIncrementAmountCurr, "MinPriceIncrementAmountCurr", "decimal", true},
    {F.SettlPriceOpen, "SettlPriceOpen", "decimal", true},
    {F.ValuationMethod, "ValuationMethod", "ascii", true},
    {F.RiskFreeRate, "RiskFreeRate", "decimal", true},
    {F.FixedSpotDiscount, "FixedSpotDiscount", "decimal", true},
    {F.ProjectedSpotDiscount, "ProjectedSpotDiscount", "decimal", true},
    {F.SettlCurrency, "SettlCurrency", "ascii", true},
    {F.NegativePrices, "NegativePrices", "signed", true},
    {F.DerivativeContractMultiplier, "DerivativeContractMultiplier", "signed", true},
    {F.InterestRateRiskUp, "InterestRateRiskUp", "decimal", true},
    {F.InterestRateRiskDown, "InterestRateRiskDown", "decimal", true},
    {F.RiskFreeRate2, "RiskFreeRate2", "decimal", true},
    {F.InterestRate2RiskUp, "InterestRate2RiskUp", "decimal", true},
    {F.InterestRate2RiskDown, "InterestRate2RiskDown", "decimal", true},
    {F.SettlPrice, "SettlPrice", "decimal", true},
    {F.TradeModeID, "TradeModeID", "signed", true},
    {F.GroupMask, "GroupMask", "signed", true},
    {F.SectionID, "SectionID", "signed", true},
    {F.BaseContractID, "BaseContractID", "signed", true},
    {F.TradePeriodAccess, "TradePeriodAccess", "signed", true},
  }},
  [42] = {name = "DiscreteAuction", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "U1"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.TradSesOpenTime, "TradSesOpenTime", "unsigned", false},
    {F.TradSesCloseTimeFrom, "TradSesCloseTimeFrom", "unsigned", false},
    {F.TradSesCloseTimeTill, "TradSesCloseTimeTill", "unsigned", false},
    {F.AuctionID, "AuctionID", "signed", false},
    {F.ExchangeTradingSessionID, "ExchangeTradingSessionID", "unsigned", false},
    {F.EventIDOpen, "EventIDOpen", "signed", false},
    {F.EventIDClose, "EventIDClose", "signed", false},
    {nil, "Underlyings", "sequence", true, {
      {F.UnderlyingSymbol, "UnderlyingSymbol", "ascii", false},
    }},
    {F.TradePeriodID, "TradePeriodID", "signed", true},
  }},
  [45] = {name = "SecurityGroupStatus", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "f"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.SecurityGroupID, "SecurityGroupID", "signed", true},
    {F.HaltType, "HaltType", "signed", false},
    {F.TradeModeMask, "TradeModeMask", "signed", true},
    {F.GroupMask, "GroupMask", "signed", true},
    {F.SectionID, "SectionID", "signed", true},
    {F.BaseContractID, "BaseContractID", "signed", true},
    {F.SecurityTradingStatus, "SecurityTradingStatus", "unsigned", true},
    {F.TransactTime, "TransactTime", "unsigned", false},
  }},
  [46] = {name = "TradingSessionStatus", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "h"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.TradSesOpenTime, "TradSesOpenTime", "unsigned", false},
    {F.TradSesCloseTime, "TradSesCloseTime", "unsigned", false},
    {F.TradingSessionID, "TradingSessionID", "unsigned", false},
    {F.ExchangeTradingSessionID, "ExchangeTradingSessionID", "unsigned", true},
    {F.TradSesStatus, "TradSesStatus", "unsigned", false},
    {F.MarketID, "MarketID", "constant", false, "MOEX"},
    {F.MarketSegmentID, "MarketSegmentID", "ascii", false},
    {F.TradSesEvent, "TradSesEvent", "signed", true},
    {F.TradePeriodID, "TradePeriodID", "signed", true},
    {F.SettlSessBegin, "SettlSessBegin", "unsigned", true},
    {F.ClrSessBegin, "ClrSessBegin", "unsigned", true},
  }},
  [1000] = {name = "Logon", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "A"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
  }},
  [1001] = {name = "Logout", fields = {
    {F.ApplVerID, "ApplVerID", "constant", false, "9"},
    {F.MessageType, "MessageType", "constant", false, "5"},
    {F.SenderCompID, "SenderCompID", "constant", false, "MOEX"},
    {F.MsgSeqNum, "MsgSeqNum", "unsigned", false},
    {F.SendingTime, "SendingTime", "unsigned", false},
    {F.Text, "Text", "ascii", true},
  }},
}

local PREFIX_LENGTH = 4
local MAX_INTEGER_LENGTH = 10
local MAX_EXPONENT = 63

-- Integers of 7 bits a byte, the last one with a stop bit. Answers the value and where it ends; nil if it does not end.
local function integer(tvb, position, limit, start)
  local value = start
  for i = 1, MAX_INTEGER_LENGTH do
    if position >= limit then
      return nil
    end
    local byte = tvb(position, 1):uint()
    value = value:lshift(7) + (byte % 128)
    position = position + 1
    if byte >= 128 then
      return value, position
    end
  end
  return nil
end

local function unsigned(tvb, position, limit, is_optional)
  local value, last = integer(tvb, position, limit, UInt64(0))
  if not value or not is_optional then
    return value, last
  end
  return value ~= UInt64(0) and value - 1 or nil, last
end

local function signed(tvb, position, limit, is_optional)
  if position >= limit then
    return nil
  end
  local is_negative = math.floor(tvb(position, 1):uint() / 64) % 2 == 1
  local value, last = integer(tvb, position, limit, is_negative and Int64(-1) or Int64(0))
  if not value or not is_optional then
    return value, last
  end
  if value == Int64(0) then
    return nil, last
  end
  return is_negative and value or value - 1, last
end

local function text_of(value, exponent)
  local digits = tostring(value)
  local sign = ""
  if digits:sub(1, 1) == "-" then
    sign = "-"
    digits = digits:sub(2)
  end
  if exponent >= 0 then
    return sign .. digits .. string.rep("0", exponent)
  end
  if #digits <= -exponent then
    digits = string.rep("0", 1 - exponent - #digits) .. digits
  end
  return sign .. digits:sub(1, #digits + exponent) .. "." .. digits:sub(#digits + exponent + 1)
end

-- How a kind is read: answers the value (nil: null), where it ends (nil: it does not fit), and what to show of it.
local READ = {
  unsigned = unsigned,
  signed = signed,
  decimal = function(tvb, position, limit, is_optional)
    local exponent, mantissa_at = signed(tvb, position, limit, is_optional)
    if not exponent then
      return nil, mantissa_at
    end
    exponent = exponent:tonumber()
    local mantissa, last = signed(tvb, mantissa_at, limit, false)
    if not mantissa or math.abs(exponent) > MAX_EXPONENT then
      return nil, nil
    end
    local number = exponent < 0 and mantissa:tonumber() / 10 ^ -exponent or mantissa:tonumber() * 10 ^ exponent
    return number, last, text_of(mantissa, exponent)
  end,
  ascii = function(tvb, position, limit, is_optional)
    local characters = {}
    local byte
    repeat
      if position >= limit then
        return nil, nil
      end
      byte = tvb(position, 1):uint()
      characters[#characters + 1] = string.char(byte % 128)
      position = position + 1
    until byte >= 128
    local text = table.concat(characters)
    if text == "\0" then
      return not is_optional and "" or nil, position
    end
    return text == "\0\0" and is_optional and "" or text, position
  end,
  bytes = function(tvb, position, limit, is_optional)
    local length, first = unsigned(tvb, position, limit, is_optional)
    if not length then
      return nil, first
    end
    local last = first + length:tonumber()
    if last > limit then
      return nil, nil
    end
    return last > first and tvb(first, last - first):string(ENC_UTF_8) or "", last
  end,
}

-- Reads fields into a list: depth, field, its first byte, where it ends, value, text. Answers where they end, or nil.
local function read_fields(layout, tvb, position, limit, list, depth)
  for _, field in ipairs(layout) do
    local kind = field[3]
    local item = {depth = depth, field = field, first = position, last = position}
    list[#list + 1] = item
    if kind == "constant" then
      item.value = field[5]
    elseif kind == "sequence" then
      local count, last = unsigned(tvb, position, limit, field[4])
      if not last or count and count:tonumber() > limit then
        return nil
      end
      item.last = last
      item.value = count
      position = last
      for i = 1, count and count:tonumber() or 0 do
        local entry = {depth = depth + 1, entry = field[2] .. " " .. i, first = position}
        list[#list + 1] = entry
        position = read_fields(field[5], tvb, position, limit, list, depth + 2)
        if not position then
          return nil
        end
        entry.last = position
      end
    else
      local value, last, text = READ[kind](tvb, position, limit, field[4])
      if not last or not value and not field[4] then
        return nil
      end
      item.value = value
      item.text = text
      item.last = last
      position = last
    end
  end
  return position
end

-- Reads one message: answers its template, what is in it, and where it ends, which is nil if it is no such message.
local function read_message(tvb, position, limit)
  local list = {}
  if position >= limit or math.floor(tvb(position, 1):uint() / 64) % 2 == 0 then
    return nil, list, nil
  end
  while position < limit and tvb(position, 1):uint() < 128 do
    position = position + 1
  end
  local id_at = position + 1
  local id, first = unsigned(tvb, id_at, limit, false)
  local template = id and TEMPLATES[id:tonumber()]
  if not template then
    return nil, list, nil
  end
  list[1] = {depth = 0, field = {H.TemplateId, "TemplateId", "unsigned"}, first = id_at, last = first, value = id:tonumber()}
  return template, list, read_fields(template.fields, tvb, first, limit, list, 0)
end

local function add_item(tree, tvb, item)
  if item.entry then
    return tree:add(proto, tvb(item.first, (item.last or item.first) - item.first), item.entry)
  end
  local field = item.field
  local range = tvb(item.first, item.last - item.first)
  if field[3] == "sequence" then
    return tree:add(proto, range, field[2] .. ": " .. (item.value and tostring(item.value) or "null"))
  elseif item.value == nil then
    return tree:add(proto, range, field[2] .. ": null")
  elseif field[3] == "constant" then
    return tree:add(field[1], range, item.value):set_generated()
  elseif item.text then
    return tree:add(field[1], range, item.value):set_text(field[2] .. ": " .. item.text)
  end
  return tree:add(field[1], range, item.value)
end

-- Adds the messages from a position on; answers their names.
local function add_messages(root, tvb, position, limit)
  local names = {}
  while position and position < limit do
    local first = position
    local template, list
    template, list, position = read_message(tvb, position, limit)
    local name = template and template.name or "?"
    names[#names + 1] = name
    local tree = root:add(proto, tvb(first, (position or limit) - first), name)
    tree:add(H.message, tvb(first, 0), name):set_generated()
    local parents = {[0] = tree}
    for _, item in ipairs(list) do
      parents[item.depth + 1] = add_item(parents[item.depth], tvb, item)
    end
    if not position then
      tree:add_proto_expert_info(malformed, template and "The packet ends within the message" or "No template")
    end
  end
  return names
end

-- A packet whose messages fill it to its end, and whose preamble is the number of the first one.
local function is_packet(tvb)
  local limit = tvb:captured_len()
  if limit <= PREFIX_LENGTH or limit ~= tvb:reported_len() then
    return false
  end
  local position = PREFIX_LENGTH
  local is_first = true
  while position < limit do
    local _, list, last = read_message(tvb, position, limit)
    if not last then
      return false
    end
    for _, item in ipairs(is_first and list or {}) do
      if item.depth == 0 and item.field[2] == "MsgSeqNum" and
        item.value:tonumber() ~= tvb(0, PREFIX_LENGTH):le_uint() then
        return false
      end
    end
    is_first = false
    position = last
  end
  return true
end

local function dissect(tvb, pinfo, root, prefix)
  if tvb:captured_len() < PREFIX_LENGTH then
    return 0
  end
  pinfo.cols.protocol = "FAST"
  local value = tvb(0, PREFIX_LENGTH):le_uint()
  local tree = root:add(proto, tvb())
  tree:append_text(", " .. prefix .. " " .. value)
  tree:add_le(H[prefix], tvb(0, PREFIX_LENGTH))
  local names = add_messages(tree, tvb, PREFIX_LENGTH, tvb:captured_len())
  pinfo.cols.info = prefix .. "=" .. value .. " " .. table.concat(names, ", ")
  return tvb:captured_len()
end

function proto.dissector(tvb, pinfo, root)
  return dissect(tvb, pinfo, root, "Preamble")
end

-- What a server sends again over TCP: messages with their length; requests are FIX.
local streams = Proto("fast_replay", "FAST SPECTRA historical replay")
streams.prefs.ports = Pref.range("TCP ports", "21190-21192", "Ports of historical replay servers", 65535)
local BEGIN_STRING = "8=FIX"

function streams.dissector(tvb, pinfo, root)
  if tvb:captured_len() >= #BEGIN_STRING and tvb(0, #BEGIN_STRING):string() == BEGIN_STRING then
    return Dissector.get("fix"):call(tvb, pinfo, root)
  end
  dissect_tcp_pdus(tvb, root, PREFIX_LENGTH,
    function(pdu, _, offset)
      return PREFIX_LENGTH + math.min(pdu(offset, PREFIX_LENGTH):le_uint(), 65535)
    end,
    function(pdu, pdu_info, pdu_root)
      return dissect(pdu, pdu_info, pdu_root, "Length")
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
