// The program that builds the wall of one server on Windows, in the C# that the compiler of every Windows reads (version 5).
// It lends no rights: its own process stays outside, and the server gets a token that opens little. It says its number and its
// code on one pipe, reads the server's variables from another, and ends all of it when a third closes, with the service.

export const WINDOWS_HELPER_SOURCE = String.raw`
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.IO;
using System.Runtime.InteropServices;
using System.Security.AccessControl;
using System.Security.Principal;
using System.Text;
using System.Threading;
using Microsoft.Win32.SafeHandles;

static class SlipwayWall
{
    const int StatusFd = 3, EnvironmentFd = 4, LifelineFd = 5, Failed = 125;
    const string Everyone = "S-1-1-0", Users = "S-1-5-32-545", LowIntegrity = "S-1-16-4096";

    static int Main(string[] args)
    {
        try { return Run(new Words(args)); }
        catch (Exception thrown)
        {
            Console.Error.WriteLine("slipway-wall: " + thrown.Message);
            return Failed;
        }
    }

    static int Run(Words words)
    {
        IntPtr[] handles = InheritedHandles();
        foreach (string place in words.Own) GiveOwn(place, words.Sid);
        foreach (string place in words.Readable) LetRead(place, words.Shared);
        string variables = ReadVariables(handles[EnvironmentFd]);
        IntPtr job = MakeJob(words.Memory, words.Processes);
        Native.ProcessInformation made = Start(words, variables, job);
        StreamWriter status = new StreamWriter(Open(handles[StatusFd], FileAccess.Write));
        status.AutoFlush = true;
        status.NewLine = "\n";
        status.WriteLine("pid " + made.ProcessId);
        Check(Native.ResumeThread(made.Thread) != uint.MaxValue);
        Thread watch = new Thread(delegate () { EndWithService(handles[LifelineFd], job); });
        watch.IsBackground = true;
        watch.Start();
        Native.WaitForSingleObject(made.Process, Native.Infinite);
        uint code;
        Check(Native.GetExitCodeProcess(made.Process, out code));
        status.WriteLine("code " + code);
        // Others of the server may live on: all end with the job, and that with this process.
        Thread.Sleep(Timeout.Infinite);
        return 0;
    }

    static void EndWithService(IntPtr handle, IntPtr job)
    {
        try { using (FileStream pipe = Open(handle, FileAccess.Read)) while (pipe.ReadByte() >= 0) { } }
        catch (IOException) { }
        Native.TerminateJobObject(job, Failed);
        Environment.Exit(Failed);
    }

    // Two checks decide what the server may open: one by its user, and one by these alone. So it gets what every user of this
    // machine may read, and what its own number was given.
    static IntPtr MakeToken(Words words, string access)
    {
        IntPtr ours, token;
        Check(Native.OpenProcessToken(Native.GetCurrentProcess(), Native.TokenRights, out ours));
        List<string> names = new List<string> { words.Sid, words.Shared, Everyone, Users };
        string logon = LogonSid(ours);
        if (logon != null) names.Add(logon);
        Native.SidAndAttributes[] only = new Native.SidAndAttributes[names.Count];
        for (int nth = 0; nth < only.Length; nth++) only[nth].Sid = SidOf(names[nth]);
        uint flags = Native.DisableMaxPrivilege | Native.LuaToken;
        Check(Native.CreateRestrictedToken(ours, flags, 0, null, 0, IntPtr.Zero, (uint)only.Length, only, out token));
        Native.SidAndAttributes low = new Native.SidAndAttributes();
        low.Sid = SidOf(LowIntegrity);
        low.Attributes = Native.IntegrityGroup;
        Check(Native.SetTokenInformation(token, Native.TokenIntegrityLevel, ref low, Marshal.SizeOf(low)));
        // What it makes, its processes for one, is not open to the other servers of the same user.
        IntPtr list = AccessListOf(access);
        Check(Native.SetTokenInformation(token, Native.TokenDefaultDacl, ref list, IntPtr.Size));
        return token;
    }

    static string LogonSid(IntPtr token)
    {
        int size;
        Native.GetTokenInformation(token, Native.TokenLogonSid, IntPtr.Zero, 0, out size);
        if (size == 0) return null;
        IntPtr groups = Marshal.AllocHGlobal(size);
        if (!Native.GetTokenInformation(token, Native.TokenLogonSid, groups, size, out size)) return null;
        if (Marshal.ReadInt32(groups) == 0) return null;
        return new SecurityIdentifier(Marshal.ReadIntPtr(groups, IntPtr.Size)).Value;
    }

    static Native.ProcessInformation Start(Words words, string variables, IntPtr job)
    {
        string user = WindowsIdentity.GetCurrent().User.Value;
        string access = "D:(A;;GA;;;SY)(A;;GA;;;" + user + ")(A;;GA;;;" + words.Sid + ")";
        IntPtr token = MakeToken(words, access);
        Native.SecurityAttributes security = new Native.SecurityAttributes();
        security.Length = Marshal.SizeOf(security);
        security.Descriptor = DescriptorOf(access);
        Native.StartupInfoEx start = new Native.StartupInfoEx();
        start.Info.Size = Marshal.SizeOf(start);
        start.Info.Flags = Native.UseStdHandles;
        start.Info.Input = Native.GetStdHandle(-10);
        start.Info.Output = Native.GetStdHandle(-11);
        start.Info.Error = Native.GetStdHandle(-12);
        start.Attributes = HandleList(start.Info.Input, start.Info.Output, start.Info.Error);
        IntPtr block = Marshal.StringToHGlobalUni(variables);
        StringBuilder line = new StringBuilder(CommandLine(words.Program, words.Arguments));
        Native.ProcessInformation made;
        Check(Native.CreateProcessAsUser(token, words.Program, line, ref security, ref security, true, Native.StartFlags,
            block, words.Folder, ref start, out made));
        // Limits of the desktop are refused where we are in a job of somebody else already.
        bool isHeld = Native.AssignProcessToJobObject(job, made.Process);
        if (!isHeld)
        {
            LimitDesktop(job, 0);
            isHeld = Native.AssignProcessToJobObject(job, made.Process);
        }
        if (isHeld) return made;
        Win32Exception why = new Win32Exception();
        Native.TerminateProcess(made.Process, Failed);
        throw why;
    }

    static IntPtr MakeJob(long memory, int processes)
    {
        IntPtr job = Native.CreateJobObject(IntPtr.Zero, null);
        Check(job != IntPtr.Zero);
        Native.ExtendedLimits limits = new Native.ExtendedLimits();
        limits.Basic.Flags = Native.KillOnJobClose | Native.DieOnUnhandledException;
        if (processes > 0)
        {
            limits.Basic.Flags |= Native.LimitProcesses;
            limits.Basic.ActiveProcesses = (uint)processes;
        }
        if (memory > 0)
        {
            limits.Basic.Flags |= Native.LimitMemory;
            limits.JobMemory = new UIntPtr((ulong)memory);
        }
        Check(Native.SetInformationJobObject(job, Native.JobExtendedLimits, ref limits, Marshal.SizeOf(limits)));
        LimitDesktop(job, Native.WholeDesktop);
        return job;
    }

    static void LimitDesktop(IntPtr job, uint what)
    {
        Check(Native.SetInformationJobObject(job, Native.JobDesktopLimits, ref what, sizeof(uint)));
    }

    // A program of low integrity writes nowhere but where the label says so.
    static void GiveOwn(string place, string sid)
    {
        Grant(place, sid, FileSystemRights.Modify | FileSystemRights.DeleteSubdirectoriesAndFiles);
        bool isThere, isDefault;
        IntPtr labels;
        Check(Native.GetSecurityDescriptorSacl(DescriptorOf("S:(ML;OICI;NW;;;LW)"), out isThere, out labels, out isDefault));
        uint code = Native.SetNamedSecurityInfo(place, Native.FileObject, Native.LabelInformation,
            IntPtr.Zero, IntPtr.Zero, IntPtr.Zero, labels);
        if (code != 0) throw new Win32Exception((int)code);
    }

    // What every user of this machine may read needs no more, and nobody but an administrator could give it.
    static void LetRead(string place, string sid)
    {
        try { Grant(place, sid, FileSystemRights.ReadAndExecute); }
        catch (UnauthorizedAccessException) { }
        catch (DirectoryNotFoundException) { }
    }

    static void Grant(string place, string sid, FileSystemRights rights)
    {
        SecurityIdentifier who = new SecurityIdentifier(sid);
        DirectoryInfo folder = new DirectoryInfo(place);
        DirectorySecurity security = folder.GetAccessControl(AccessControlSections.Access);
        foreach (FileSystemAccessRule rule in security.GetAccessRules(true, true, typeof(SecurityIdentifier)))
            if (rule.IdentityReference == who && (rule.FileSystemRights & rights) == rights) return;
        InheritanceFlags all = InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit;
        security.AddAccessRule(new FileSystemAccessRule(who, rights, all, PropagationFlags.None, AccessControlType.Allow));
        folder.SetAccessControl(security);
    }

    static IntPtr HandleList(params IntPtr[] handles)
    {
        List<IntPtr> given = new List<IntPtr>();
        foreach (IntPtr handle in handles)
        {
            if (handle == IntPtr.Zero || handle == new IntPtr(-1) || given.Contains(handle)) continue;
            Native.SetHandleInformation(handle, 1, 1);
            given.Add(handle);
        }
        IntPtr size = IntPtr.Zero;
        Native.InitializeProcThreadAttributeList(IntPtr.Zero, 1, 0, ref size);
        IntPtr list = Marshal.AllocHGlobal(size);
        Check(Native.InitializeProcThreadAttributeList(list, 1, 0, ref size));
        IntPtr array = Marshal.AllocHGlobal(IntPtr.Size * given.Count);
        Marshal.Copy(given.ToArray(), 0, array, given.Count);
        Check(Native.UpdateProcThreadAttribute(list, 0, new IntPtr(Native.HandleListAttribute), array,
            new IntPtr(IntPtr.Size * given.Count), IntPtr.Zero, IntPtr.Zero));
        return list;
    }

    // Where libuv puts the descriptors of a child: their count, a byte of flags for each, and their handles.
    static IntPtr[] InheritedHandles()
    {
        Native.StartupInfo info;
        Native.GetStartupInfo(out info);
        int count = info.ReservedSize < 4 ? 0 : Marshal.ReadInt32(info.Reserved2);
        if (count <= LifelineFd) throw new InvalidOperationException("the pipes of the service are missing");
        IntPtr[] handles = new IntPtr[count];
        for (int fd = 0; fd < count; fd++) handles[fd] = Marshal.ReadIntPtr(info.Reserved2, 4 + count + fd * IntPtr.Size);
        return handles;
    }

    static FileStream Open(IntPtr handle, FileAccess access)
    {
        return new FileStream(new SafeFileHandle(handle, false), access, 1, false);
    }

    // A line each, so that no character of theirs ends one, and a dot at the end.
    static string ReadVariables(IntPtr handle)
    {
        SortedDictionary<string, string> all = new SortedDictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        StreamReader reader = new StreamReader(Open(handle, FileAccess.Read));
        for (string line = reader.ReadLine(); line != "."; line = reader.ReadLine())
        {
            if (line == null) throw new EndOfStreamException("the service ended first");
            string variable = Encoding.UTF8.GetString(Convert.FromBase64String(line));
            int at = variable.IndexOf('=');
            if (at > 0) all[variable.Substring(0, at)] = variable.Substring(at + 1);
        }
        StringBuilder block = new StringBuilder();
        foreach (KeyValuePair<string, string> one in all) block.Append(one.Key).Append('=').Append(one.Value).Append('\0');
        return block.Append('\0').ToString();
    }

    // As programs of Windows take their command line apart again.
    static string CommandLine(string program, IEnumerable<string> arguments)
    {
        StringBuilder line = new StringBuilder(Quoted(program));
        foreach (string argument in arguments) line.Append(' ').Append(Quoted(argument));
        return line.ToString();
    }

    static string Quoted(string argument)
    {
        if (argument.Length > 0 && argument.IndexOfAny(new[] { ' ', '\t', '\n', '\v', '"' }) < 0) return argument;
        StringBuilder text = new StringBuilder("\"");
        int slashes = 0;
        foreach (char one in argument)
        {
            if (one == '\\') { slashes++; continue; }
            text.Append('\\', one == '"' ? slashes * 2 + 1 : slashes).Append(one);
            slashes = 0;
        }
        return text.Append('\\', slashes * 2).Append('"').ToString();
    }

    static IntPtr DescriptorOf(string text)
    {
        IntPtr descriptor;
        Check(Native.ConvertStringSecurityDescriptorToSecurityDescriptor(text, 1, out descriptor, IntPtr.Zero));
        return descriptor;
    }

    static IntPtr AccessListOf(string text)
    {
        bool isThere, isDefault;
        IntPtr list;
        Check(Native.GetSecurityDescriptorDacl(DescriptorOf(text), out isThere, out list, out isDefault));
        return list;
    }

    static IntPtr SidOf(string text)
    {
        IntPtr sid;
        Check(Native.ConvertStringSidToSid(text, out sid));
        return sid;
    }

    static void Check(bool isDone)
    {
        if (!isDone) throw new Win32Exception();
    }
}
`;
