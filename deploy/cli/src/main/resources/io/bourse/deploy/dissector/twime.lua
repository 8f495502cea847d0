proto.prefs.ports = Pref.range("TCP ports", "9000-9001", "Ports of TWIME gateways", 65535)

local function message_length(tvb, _, offset)
  return HEADER_LENGTH + tvb(offset, 2):le_uint()
end

local function dissect_message(tvb, pinfo, root)
  pinfo.cols.protocol = "TWIME"
  local tree = root:add(proto, tvb())
  local name = add_message(tree, tvb, 0, tvb:captured_len())
  tree:append_text(", " .. name)
  pinfo.cols.info:append(" " .. name)
  pinfo.cols.info:fence()
  return tvb:captured_len()
end

function proto.dissector(tvb, pinfo, root)
  dissect_tcp_pdus(tvb, root, HEADER_LENGTH, message_length, dissect_message)
  return tvb:captured_len()
end

local fields = {}
for _, field in pairs(F) do
  fields[#fields + 1] = field
end
proto.fields = fields

-- Streams on other ports are known by their bytes.
proto:register_heuristic("tcp", function(tvb, pinfo, root)
  if tvb:captured_len() < HEADER_LENGTH or tvb(4, 2):le_uint() ~= SCHEMA_ID or
    not find_layout(tvb(2, 2):le_uint(), tvb(6, 2):le_uint()) then
    return false
  end
  proto.dissector(tvb, pinfo, root)
  pinfo.conversation = proto
  return true
end)

local streams = proto
@PORTS@
