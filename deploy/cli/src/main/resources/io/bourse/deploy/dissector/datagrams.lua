-- Datagrams are known by their bytes, whatever the port; "Decode As" works for others.
proto:register_heuristic("udp", function(tvb, pinfo, root)
  if not is_packet(tvb) then
    return false
  end
  proto.dissector(tvb, pinfo, root)
  return true
end)
DissectorTable.get("udp.port"):add_for_decode_as(proto)
