# Prints the name with which a server answers.
import json, sys, urllib.request

direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
answer = json.load(direct.open(sys.argv[1], timeout=600))
print(f"{answer['server']} at {sys.argv[1]}")
