# The scripts of workflows' steps are scripts of the shell.
import pathlib, subprocess
import ruamel.yaml

for file in sorted(pathlib.Path(".github/workflows").glob("*.yml")):
    for name, job in ruamel.yaml.YAML(typ="safe").load(file)["jobs"].items():
        for step in job["steps"]:
            subprocess.run(["bash", "-n"], input=step.get("run", ""), text=True, check=True)
        print(f"{file}: {name}, {len(job['steps'])} steps")
