local proto = Proto("@ABBREVIATION@", "@TITLE@")
local SCHEMA_ID = @SCHEMA_ID@
local HEADER_LENGTH = 8

local malformed = ProtoExpert.new("@ABBREVIATION@.malformed", "Malformed message", expert.group.MALFORMED, expert.severity.ERROR)
local unknown = ProtoExpert.new("@ABBREVIATION@.unknown", "Unknown template", expert.group.UNDECODED, expert.severity.NOTE)
proto.experts = {malformed, unknown}

-- Fields that may be filtered on. A name whose type is not the same everywhere appears once for each type.
local F = {
  blockLength = ProtoField.uint16("@ABBREVIATION@.blockLength", "blockLength"),
  templateId = ProtoField.uint16("@ABBREVIATION@.templateId", "templateId"),
  schemaId = ProtoField.uint16("@ABBREVIATION@.schemaId", "schemaId"),
  version = ProtoField.uint16("@ABBREVIATION@.version", "version"),
  message = ProtoField.string("@ABBREVIATION@.message", "message"),
@FIELDS@}

-- Layouts: name, block. A block: fields, groups, data. A field: its ProtoField, name, offset, length, kind, bytes of its
-- null or nil, exponent or names of values or fields of bits. A group: name, lengths of blockLength and numInGroup, block.
-- Data: its ProtoField, name, length of its length.
local L = {}
@LAYOUTS@
-- Layouts by version and template.
local MESSAGES = {
@MESSAGES@}
local VERSIONS = {@VERSIONS@}
