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
